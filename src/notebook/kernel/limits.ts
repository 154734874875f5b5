/** Resource limits of a notebook's process. */
export interface KernelLimits {
  /** V8's heap and, on Linux, all other allocations of the process: array buffers, WebAssembly memory, code. */
  readonly memoryMb: number;
  /** Processor time over the life of one process, in seconds. */
  readonly cpuSeconds: number;
  /** The largest file a cell may write. */
  readonly fileMb: number;
  /** All files of the notebook together, except its packages. */
  readonly diskMb: number;
  /** How many files and folders the notebook may have, except its packages. */
  readonly files: number;
  /** Files that the process may have open at once. */
  readonly openFiles: number;
  /** Threads that the process may have; Deno itself uses about a dozen. */
  readonly threads: number;
  /** Output that is kept of one run; more is dropped and the result is marked `truncated`. */
  readonly outputBytes: number;
  /** Output at which a run is killed. */
  readonly floodBytes: number;
}

/** The default limits. */
export const DEFAULT_KERNEL_LIMITS: KernelLimits = {
  memoryMb: 512,
  cpuSeconds: 600,
  fileMb: 256,
  diskMb: 512,
  files: 20_000,
  openFiles: 256,
  threads: 128,
  outputBytes: 8 * 1024 * 1024,
  floodBytes: 256 * 1024 * 1024,
};
