import type { Fence } from "../jobs/jobs.ts";
import type { Cell } from "./cell.ts";
import type { CellDraft, Language } from "./notebook.ts";
import type { Output } from "./output.ts";

/** A notebook in a list. */
export interface NotebookSummary {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** Hosts that its cells may connect to; the operator's configuration must permit each. */
  readonly allowNet: readonly string[];
  readonly cellCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The principal that owns it; absent if it was created on the machine itself. */
  readonly owner?: string;
}

/** A notebook with its cells in order. */
export interface NotebookState extends NotebookSummary {
  readonly cells: readonly CellState[];
  readonly packageJson?: string;
  readonly tsconfig?: string;
}

/** A cell; its version increases with each change, from 1. */
export type CellState = Cell & {
  readonly version: number;
  /** It ran, and since then it, a cell before it, or the kernel's memory has changed. */
  readonly stale: boolean;
  /** Its last run; the outputs are read separately. */
  readonly run?: RunFacts;
};

/** The result of a cell's run. */
export interface RunFacts {
  /** `killed` is by interrupt, by a limit or by a signal; `timeout` is by the deadline. */
  readonly status: "completed" | "failed" | "timeout" | "killed";
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly startedAt: string;
  /** Output was dropped because it exceeded the limit. */
  readonly truncated: boolean;
}

/** A run with its outputs. */
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
  /** The principal that will own it. */
  readonly owner?: string;
  /** The client that creates it without a handle. */
  readonly client?: string;
}

/** A cell to add. */
export type NewCell = CellDraft & {
  /** Its position, from 1; at the end if absent or beyond. */
  readonly position?: number;
};

/** The fields of a cell that can change. */
export interface CellChanges {
  readonly content?: string;
  /** For a code cell only. */
  readonly filename?: string;
  /** Its new position, from 1; at the end if beyond. */
  readonly position?: number;
}

/** The fields of a notebook that can change. */
export interface NotebookChanges {
  readonly title?: string;
  readonly packageJson?: string;
  readonly allowNet?: readonly string[];
  /** The kernel's variables are lost: every cell that ran is stale. */
  readonly allStale?: boolean;
}

/** Identifies a call, so that a repeat is recognized. */
export interface Idempotency {
  readonly scope: string;
  readonly key: string;
}

/**
 * Stores notebooks. The ledger's store implements it, and its contract suite specifies it: acknowledged writes are
 * durable, and every process sees them. Cell ids are `cell-1`, `cell-2`… in order of arrival and are never reused.
 * Unknown ids are refused: `NOTEBOOK_NOT_FOUND`, `CELL_NOT_FOUND`.
 */
export interface NotebookStore {
  /** Stores a notebook; a repeat with the same idempotency key returns the first one. */
  createNotebook(notebook: NewNotebook, idempotency?: Idempotency): Promise<NotebookState>;
  notebook(id: string): Promise<NotebookState | undefined>;
  /** Newest change first; 100 by default, 1,000 at most. */
  notebooks(filter: {
    readonly idPrefix?: string;
    /** Those of this principal only. */
    readonly owner?: string;
    readonly limit?: number;
  }): Promise<readonly NotebookSummary[]>;
  /** Changes a notebook. If `expectedTitle` is not the current title, nothing changes: `TITLE_CONFLICT`. */
  changeNotebook(
    id: string,
    changes: NotebookChanges,
    guard?: { readonly expectedTitle?: string },
  ): Promise<NotebookState>;
  /** Adds a cell. A code cell makes later cells stale that have run. A name in use gets a number. */
  addCell(notebookId: string, cell: NewCell, idempotency?: Idempotency): Promise<CellState>;
  /**
   * Changes a cell. A code cell whose content really changes becomes stale with those after it, as far as they have
   * run; a moved one with those after the first of both positions. If `expectedVersion` is not the current version,
   * nothing changes: `VERSION_CONFLICT`.
   */
  updateCell(
    notebookId: string,
    cellId: string,
    changes: CellChanges,
    guard?: { readonly expectedVersion?: number; readonly idempotency?: Idempotency },
  ): Promise<CellState>;
  /** Removes a cell with its run; cells after a code cell become stale. */
  removeCell(notebookId: string, cellId: string, expectedVersion?: number): Promise<void>;
  /**
   * Replaces the last run of a cell. The cell is no longer stale, unless it has changed since `version` ran. With
   * `lost`, the kernel's variables ended with this run, and every other cell that ran is stale. With a `fence`, nothing
   * is stored once another attempt has started: `CANCELLED`.
   */
  saveRun(
    notebookId: string,
    cellId: string,
    run: CellRun,
    of: { readonly version: number; readonly lost: boolean; readonly fence?: Fence },
  ): Promise<CellState>;
  cellRun(notebookId: string, cellId: string): Promise<CellRun | undefined>;
  /** The last runs of all cells, by cell id. */
  cellRuns(notebookId: string): Promise<ReadonlyMap<string, CellRun>>;
  /** The notebook that a handle used last, and the folder that its files must stay in. */
  handle(handle: string): Promise<{ readonly notebookId?: string; readonly root?: string }>;
  moveHandle(handle: string, changes: { readonly notebookId: string }): Promise<unknown>;
  /** Ids of what a client opened without a handle, newest first; at most 100. */
  clientOpenings(client: string, kind: ClientOpeningKind, limit: number): Promise<readonly string[]>;
}

/** What a client can open without a handle. */
export type ClientOpeningKind = "session" | "notebook";
