import type { Fence } from "../jobs/jobs.ts";
import type { Cell } from "./cell.ts";
import type { CellDraft, Language } from "./notebook.ts";
import type { Output } from "./output.ts";

/** A notebook in a list. */
export interface NotebookSummary {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** Hosts that its cells may talk to; the operator's configuration must permit each. */
  readonly allowNet: readonly string[];
  readonly cellCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The principal that it belongs to; absent for what was made on the machine itself. */
  readonly owner?: string;
}

/** A notebook with its cells in order. */
export interface NotebookState extends NotebookSummary {
  readonly cells: readonly CellState[];
  readonly packageJson?: string;
  readonly tsconfig?: string;
}

/** A cell as it stands: its version counts up with each change, from 1. */
export type CellState = Cell & {
  readonly version: number;
  /** It ran, and since then it, a cell before it, or the kernel's memory has changed. */
  readonly stale: boolean;
  /** How it ran last; what it put out is read apart. */
  readonly run?: RunFacts;
};

/** How a cell ran. */
export interface RunFacts {
  /** `killed` is by interrupt, by a limit or by a signal; `timeout` is by the deadline. */
  readonly status: "completed" | "failed" | "timeout" | "killed";
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly startedAt: string;
  /** Output was dropped because it passed the limit. */
  readonly truncated: boolean;
}

/** A run with what it put out. */
export interface CellRun extends RunFacts {
  readonly outputs: readonly Output[];
}

/** A notebook to create. Its id comes from the kernels, which create its folder. */
export interface NewNotebook {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly cells: readonly CellDraft[];
  readonly allowNet?: readonly string[];
  readonly packageJson?: string;
  readonly tsconfig?: string;
  /** The principal that it is to belong to. */
  readonly owner?: string;
  /** The client that makes it without a handle. */
  readonly client?: string;
}

/** A cell to add. */
export type NewCell = CellDraft & {
  /** Where it goes, from 1; at the end when absent or beyond. */
  readonly position?: number;
};

/** What may change in a cell. */
export interface CellChanges {
  readonly content?: string;
  /** Of a code cell only. */
  readonly filename?: string;
  /** Where it goes, from 1; at the end when beyond. */
  readonly position?: number;
}

/** What may change in a notebook. */
export interface NotebookChanges {
  readonly title?: string;
  readonly packageJson?: string;
  readonly allowNet?: readonly string[];
  /** The kernel's variables are gone: every cell that ran is stale. */
  readonly allStale?: boolean;
}

/** Names a call, so that a repeat of it is recognised. */
export interface Idempotency {
  readonly scope: string;
  readonly key: string;
}

/**
 * Where notebooks are kept. The ledger's store is one; the contract suite beside it says what it promises: what a
 * resolved promise has acknowledged is durable, and every process sees it. Cell ids are `cell-1`, `cell-2`… in order of
 * arrival and are never used again. What does not exist is refused: `NOTEBOOK_NOT_FOUND`, `CELL_NOT_FOUND`.
 */
export interface NotebookStore {
  /** Keeps a notebook; a repeat with the same idempotency key gives the one that was kept first. */
  createNotebook(notebook: NewNotebook, idempotency?: Idempotency): Promise<NotebookState>;
  notebook(id: string): Promise<NotebookState | undefined>;
  /** Newest change first; 100 unless `limit` says otherwise, 1,000 at most. */
  notebooks(filter: {
    readonly idPrefix?: string;
    /** Those of this principal only. */
    readonly owner?: string;
    readonly limit?: number;
  }): Promise<readonly NotebookSummary[]>;
  /** Changes a notebook. With an `expectedTitle` that is not the current one nothing changes: `TITLE_CONFLICT`. */
  changeNotebook(
    id: string,
    changes: NotebookChanges,
    guard?: { readonly expectedTitle?: string },
  ): Promise<NotebookState>;
  /** Adds a cell; a code cell makes the cells behind it stale that have run. A name already taken gets a number. */
  addCell(notebookId: string, cell: NewCell, idempotency?: Idempotency): Promise<CellState>;
  /**
   * Changes a cell: a code cell whose content really changes is stale with those behind it, as far as they have run;
   * one that is moved, with those behind the first of both places.
   * With an `expectedVersion` that is not the current one nothing changes: `VERSION_CONFLICT`.
   */
  updateCell(
    notebookId: string,
    cellId: string,
    changes: CellChanges,
    guard?: { readonly expectedVersion?: number; readonly idempotency?: Idempotency },
  ): Promise<CellState>;
  /** Takes a cell out, with its run; cells behind a code cell become stale. */
  removeCell(notebookId: string, cellId: string, expectedVersion?: number): Promise<void>;
  /**
   * Keeps a run in place of the one before. The cell is stale no more, unless it has changed since `version` ran. With
   * `lost` the kernel's variables went with this run, and every other cell that ran is stale. With a `fence` nothing is
   * kept once another attempt has begun: `CANCELLED`.
   */
  saveRun(
    notebookId: string,
    cellId: string,
    run: CellRun,
    of: { readonly version: number; readonly lost: boolean; readonly fence?: Fence },
  ): Promise<CellState>;
  cellRun(notebookId: string, cellId: string): Promise<CellRun | undefined>;
  /** The last runs of all cells by their ids. */
  cellRuns(notebookId: string): Promise<ReadonlyMap<string, CellRun>>;
  /** The notebook that a handle used last, and the folder its files must stay in. */
  handle(handle: string): Promise<{ readonly notebookId?: string; readonly root?: string }>;
  moveHandle(handle: string, changes: { readonly notebookId: string }): Promise<unknown>;
  /** Ids of what a client has opened without a handle, newest first; at most 100. */
  clientOpenings(client: string, kind: ClientOpeningKind, limit: number): Promise<readonly string[]>;
}

/** What a client can open without a handle. */
export type ClientOpeningKind = "session" | "notebook";
