import { type CellFiles, createCellFiles } from "./cell-files.ts";
import { createTurns, type InTurn } from "./in-turn.ts";
import type { CellRunObserver } from "./notebooks.ts";

/** What goes on in the notebooks of one process, by notebook, whichever view of them asked for it. */
export interface InFlightRuns {
  /** Single cells, and what prepares for them. */
  readonly cells: InTurn;
  /** Runs of several cells. */
  readonly runs: InTurn;
  readonly installs: InTurn;
  /** What ends the run of several cells that is under way. */
  readonly several: Map<string, AbortController>;
  /** The cells that run or wait, by notebook. */
  readonly running: Map<string, readonly string[]>;
  readonly unfinished: Set<Promise<unknown>>;
  /** Aborted when everything closes. */
  readonly closing: AbortController;
  readonly files: CellFiles;
  /** Ids whose folders wait for a notebook, because a repeated call had one already. */
  readonly spare: string[];
}

/** Nothing is under way yet. */
export function createInFlightRuns(): InFlightRuns {
  return {
    cells: createTurns(),
    runs: createTurns(),
    installs: createTurns(),
    several: new Map(),
    running: new Map(),
    unfinished: new Set(),
    closing: new AbortController(),
    files: createCellFiles(),
    spare: [],
  };
}

/** Does a task that ends when everything closes, and that closing waits for: what was done is kept. */
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

/** A watch whose task can be ended. */
export type StoppableObserver = CellRunObserver & { readonly signal: AbortSignal };

/** The same watch, ended by one more signal. */
export function stoppedBy(watch: CellRunObserver, signal: AbortSignal): StoppableObserver {
  return { ...watch, signal: watch.signal ? AbortSignal.any([watch.signal, signal]) : signal };
}
