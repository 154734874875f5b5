import type { RunOptions, RunResult } from "./kernel.ts";
import type { Limits } from "./limits.ts";
import type { Walls } from "./walls.ts";

/** How the kernels of a process are kept. */
export interface KernelSettings {
  /** Holds the folder of each notebook, by its id. */
  readonly folder: string;
  readonly limits?: Partial<Limits>;
  /** A kernel that did nothing for so long is put to sleep: its process ends, its notebook still works. */
  readonly idleMs?: number;
  /** How many processes may live at once; the one that rested longest is put to sleep for a new one. */
  readonly most?: number;
  /** How many processes wait for new notebooks, once the first notebook was made. */
  readonly warm?: number;
}

/** The notebook that a run belongs to. */
export interface KernelOf {
  readonly id: string;
  readonly allowNet?: readonly string[];
}

/** The kernels of this process's notebooks, one each, with a pool of warm ones. */
export interface Kernels {
  /** The id of a new notebook: its folder is there, and perhaps a process in it already. */
  reserve(): Promise<string>;
  /** Starts the notebook's process ahead of its first run. */
  warm(of: KernelOf): void;
  /** Runs a cell; its process is started, or woken, when there is none. */
  run(of: KernelOf, code: string, options?: RunOptions): Promise<RunResult>;
  /** Ends the run under way; false when nothing runs. */
  interrupt(id: string): boolean;
  /** Ends the notebook's process, when it has one. */
  restart(id: string): Promise<void>;
  /** The notebook's folder, made when it is missing. */
  folderOf(id: string): Promise<string>;
  walls(): Promise<Walls>;
  close(): Promise<void>;
}
