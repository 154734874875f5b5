import { createKeyedLock, type KeyedLock } from "../primitives/keyed-lock.ts";
import { type CellFiles, createCellFiles } from "./cell-files.ts";
import type { CellRunObserver } from "./notebooks.ts";

/** The work in progress in the notebooks of one process, by notebook, across all views. */
export interface InFlightRuns {
  /** Single cells, and their preparation. */
  readonly cells: KeyedLock;
  /** Runs of several cells. */
  readonly runs: KeyedLock;
  readonly installs: KeyedLock;
  /** Ends the current run of several cells. */
  readonly several: Map<string, AbortController>;
  /** The cells that run or wait, by notebook. */
  readonly running: Map<string, readonly string[]>;
  readonly unfinished: Set<Promise<unknown>>;
  /** Aborted when the notebooks close. */
  readonly closing: AbortController;
  readonly files: CellFiles;
  /** Ids whose folders are unused, because a repeated call returned an existing notebook. */
  readonly spare: string[];
}

/** Starts without any work. */
export function createInFlightRuns(): InFlightRuns {
  return {
    cells: createKeyedLock(),
    runs: createKeyedLock(),
    installs: createKeyedLock(),
    several: new Map(),
    running: new Map(),
    unfinished: new Set(),
    closing: new AbortController(),
    files: createCellFiles(),
    spare: [],
  };
}

/** Runs a task that is aborted when the notebooks close. Closing waits for it, so that results are stored. */
export function untilClosed<T>(
  { unfinished, closing }: InFlightRuns,
  watch: CellRunObserver,
  task: (watch: StoppableObserver) => Promise<T>,
): Promise<T> {
  const result = task(stoppedBy(watch, closing.signal));
  unfinished.add(result);
  const forget = () => void unfinished.delete(result);
  result.then(forget, forget);
  return result;
}

/** Options of a task with a signal that ends it. */
export type StoppableObserver = CellRunObserver & { readonly signal: AbortSignal };

/** The same options with one more signal. */
export function stoppedBy(watch: CellRunObserver, signal: AbortSignal): StoppableObserver {
  return { ...watch, signal: watch.signal ? AbortSignal.any([watch.signal, signal]) : signal };
}
