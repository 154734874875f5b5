import { allowedHosts } from "./allowed-hosts.ts";
import { createDiskCheck } from "./disk-check.ts";
import { DEFAULT_KERNEL_LIMITS, type KernelLimits } from "./limits.ts";
import type { NamespaceLayer } from "./namespace-layer.ts";
import { type LiveProcess, startProcess } from "./process.ts";
import type { SlotWait } from "./process-slots.ts";
import { type RunOptions, type RunResult, runCell } from "./run-cell.ts";
import { watchIdle } from "./watch-process.ts";

export type { RunOptions, RunResult } from "./run-cell.ts";

/** Runs a notebook's cells, one at a time, in a process that keeps their variables. */
export interface Kernel {
  /** Runs a cell. A process with other allowed hosts is replaced first. */
  run(code: string, options?: RunOptions & { readonly allowNet?: readonly string[] }): Promise<RunResult>;
  /** Starts the process before the first run. */
  warm(allowNet?: readonly string[]): Promise<void>;
  /** Ends the current run with its process and variables; false if nothing runs. */
  interrupt(): boolean;
  /** Ends the process and its current run. */
  restart(): Promise<void>;
  /** Ends an idle process; undefined if there is none. */
  suspend(): Promise<void> | undefined;
  /** Ends everything; waiting runs are answered as killed. */
  close(): Promise<void>;
  /** Since when a live process has been idle, by the monotonic clock. */
  readonly idleSince: number | undefined;
  /** The first process of the group. */
  readonly pid: number | undefined;
}

/** Options of a kernel. */
export interface KernelOptions {
  readonly folder: string;
  readonly limits?: Partial<KernelLimits>;
  /** By default, the best that the system allows. */
  readonly layer?: NamespaceLayer;
  /** `required` runs no cell without the file layer; the default is `auto`. */
  readonly sandbox?: "required" | "auto";
  /** Requests a slot for one more process; returns the function to call when the process has ended. */
  readonly takeSlot?: (wait: SlotWait) => Promise<() => void>;
  /** Called when nothing runs or waits any more. */
  readonly onIdle?: () => void;
}

/** Creates the kernel of the notebook in a folder; no process starts before the first run. */
export function createKernel(options: KernelOptions): Kernel {
  const limits = { ...DEFAULT_KERNEL_LIMITS, ...options.limits };
  const disk = createDiskCheck(options.folder, limits);
  const closing = new AbortController();
  let current: AbortController | undefined;
  let starting: Promise<LiveProcess> | undefined;
  let process: LiveProcess | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let tasks = 0;
  let idleSince = performance.now();
  let endWatch = () => {};

  const start = async (hosts: readonly string[], wait: SlotWait): Promise<LiveProcess> => {
    const free = await options.takeSlot?.(wait);
    try {
      process = await startProcess({ ...options, limits, hosts });
    } catch (error) {
      free?.();
      throw error;
    }
    process.ended.then(free);
    if (!wait.signal.aborted) return process;
    await process.kill();
    throw new Error("The process is no longer needed.");
  };
  const live = async (hosts: readonly string[], wait: SlotWait): Promise<LiveProcess> => {
    // A process that an earlier run did not wait for must have ended, or two would be alive.
    await starting?.catch(() => {});
    if (process?.alive && process.hosts.join() === hosts.join()) return process;
    await process?.kill();
    starting = start(hosts, wait);
    return starting;
  };
  const rest = () => {
    idleSince = performance.now();
    if (process?.alive && process.used) endWatch = watchIdle(process, disk);
    options.onIdle?.();
  };
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    tasks += 1;
    endWatch();
    const result = queue.then(task).finally(() => {
      tasks -= 1;
      if (tasks === 0) rest();
    });
    queue = result.catch(() => {});
    return result;
  };

  return {
    run: async (code, { allowNet, ...run } = {}) => {
      const hosts = allowedHosts(allowNet);
      return inTurn(async () => {
        current = new AbortController();
        const stop = AbortSignal.any([current.signal, closing.signal, ...(run.signal ? [run.signal] : [])]);
        const own = (signal: AbortSignal) => live(hosts, { signal, waits: true });
        const result = await runCell({ live: own, disk, limits }, code, run, stop);
        current = undefined;
        disk.changed();
        return result;
      });
    },
    warm: async (allowNet) => {
      const hosts = allowedHosts(allowNet);
      await inTurn(async () => {
        // Without a slot it does not wait: a run that arrives meanwhile has its own deadline.
        if (!closing.signal.aborted) await live(hosts, { signal: closing.signal, waits: false });
      });
    },
    interrupt() {
      current?.abort();
      return current !== undefined;
    },
    async restart() {
      current?.abort();
      await process?.kill();
    },
    suspend: () => (tasks === 0 && process?.alive ? process.kill().then(() => {}) : undefined),
    async close() {
      closing.abort();
      await queue;
      await starting?.catch(() => {});
      endWatch();
      await process?.kill();
    },
    get idleSince() {
      return tasks === 0 && process?.alive ? idleSince : undefined;
    },
    get pid() {
      return process?.pid;
    },
  };
}
