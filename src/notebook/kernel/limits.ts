/** What a notebook's process may use. */
export interface Limits {
  /** V8's heap and, on Linux, array buffers. */
  readonly memoryMb: number;
  /** Processor time over the life of one process, in seconds. */
  readonly cpuSeconds: number;
  /** The largest file a cell may write. */
  readonly fileMb: number;
  /** Output that is kept of one run, displays included; more is dropped and the result says `truncated`. */
  readonly outputBytes: number;
  /** Output at which a run is killed. */
  readonly floodBytes: number;
}

/** The limits of a notebook for which none are given. */
export const DEFAULT_LIMITS: Limits = {
  memoryMb: 512,
  cpuSeconds: 600,
  fileMb: 256,
  outputBytes: 1024 * 1024,
  floodBytes: 256 * 1024 * 1024,
};
