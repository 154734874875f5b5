import { createCellEditing } from "./edit-cells.ts";
import { createExporting } from "./export-notebook.ts";
import { findNotebook } from "./find-notebook.ts";
import { createInFlightRuns, type InFlightRuns } from "./in-flight-runs.ts";
import { createInstalling } from "./install-packages.ts";
import type { Kernels } from "./kernel/kernels.ts";
import type { SandboxLayers } from "./kernel/sandbox-layers.ts";
import { createMaking } from "./make-notebooks.ts";
import type {
  CellRun,
  CellState,
  Idempotency,
  NotebookState,
  NotebookStore,
  NotebookSummary,
} from "./notebook-store.ts";
import { createRenaming } from "./rename-notebook.ts";
import { createRunning } from "./run-cells.ts";

/** Who is at work: the handle remembers the last notebook, the key marks a repeated call. */
export interface NotebookCaller {
  /** Absent for a caller without a handle, for whom no notebook is remembered. */
  readonly handle?: string;
  /** What a caller without a handle is known by. */
  readonly client?: string;
  readonly idempotency?: Idempotency;
}

/** How a caller follows long work, and ends it. */
export interface CellRunObserver {
  readonly signal?: AbortSignal;
  /** Called with what is printed, soon after it is. */
  readonly onOutput?: (text: string) => void;
  /** Called when a step of several begins: which, of how many, in words, and the cell that it runs if it runs one. */
  readonly onStep?: (done: number, total: number, says: string, cellId?: string) => void;
  /** Called when the process that did the work died, and another one has gone on with it. */
  readonly onTakenOver?: () => void;
}

/** A cell that ran. */
export interface RanCell {
  readonly notebookId: string;
  readonly cell: CellState;
  readonly run: CellRun;
  /** What the caller should know, such as that variables of earlier cells are gone. */
  readonly warning?: string;
}

/** A package in a notebook's folder. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** A file that a notebook was written to; the path is relative to the data home when it lies in it. */
export interface ExportedNotebook {
  readonly notebookId: string;
  readonly path: string;
  readonly format: NotebookFormat;
  readonly bytes: number;
}

/** The files that a notebook can be written as. */
export const NOTEBOOK_FORMATS = ["src.md", "ipynb", "html"] as const;
export type NotebookFormat = (typeof NOTEBOOK_FORMATS)[number];

/**
 * The use cases of notebooks that the doors share. `notebookId` may be left out everywhere: the last notebook that this
 * handle used is meant, and whichever is used is remembered. A `cellId` may also be a code cell's file name.
 */
export interface Notebooks {
  create(
    caller: NotebookCaller,
    wanted: {
      readonly title?: string;
      /** `typescript` or `javascript`, in any case; `ts` and `js` too. */
      readonly language?: string;
      readonly template?: string;
      readonly allowNet?: readonly string[];
    },
  ): Promise<NotebookState>;
  list(limit?: number): Promise<readonly NotebookSummary[]>;
  /** The notebook that is named or implied. */
  open(caller: NotebookCaller, notebookId?: string): Promise<NotebookState>;
  /** A new notebook from a `.src.md` file in the data home or the bound root, or from its text. */
  load(
    caller: NotebookCaller,
    from: { readonly path?: string; readonly content?: string },
  ): Promise<NotebookState>;
  addCell(
    caller: NotebookCaller,
    cell: {
      readonly notebookId?: string;
      readonly kind: "title" | "markdown" | "code";
      readonly content: string;
      readonly filename?: string;
      readonly position?: number;
    },
  ): Promise<{ readonly notebookId: string; readonly cell: CellState; readonly warning?: string }>;
  updateCell(
    caller: NotebookCaller,
    change: {
      readonly notebookId?: string;
      readonly cellId: string;
      readonly content?: string;
      readonly filename?: string;
      /** Where it goes, from 1. */
      readonly position?: number;
      readonly expectedVersion?: number;
    },
  ): Promise<{ readonly notebookId: string; readonly cell: CellState; readonly warning?: string }>;
  removeCell(
    caller: NotebookCaller,
    which: { readonly notebookId?: string; readonly cellId: string; readonly expectedVersion?: number },
  ): Promise<{ readonly notebookId: string; readonly cellId: string }>;
  /** Gives a notebook another title. */
  rename(
    caller: NotebookCaller,
    wanted: { readonly notebookId?: string; readonly title: string; readonly expectedTitle?: string },
  ): Promise<NotebookState>;
  /** One cell with its last run. */
  cell(
    caller: NotebookCaller,
    which: { readonly notebookId?: string; readonly cellId: string },
  ): Promise<{ readonly notebookId: string; readonly cell: CellState; readonly run?: CellRun }>;
  /** Runs one code cell; always answers by its deadline. */
  runCell(
    caller: NotebookCaller,
    which: { readonly notebookId?: string; readonly cellId: string; readonly timeoutMs?: number },
    watch?: CellRunObserver,
  ): Promise<RanCell>;
  /**
   * Runs all code cells in a fresh kernel, or those that are stale or never ran; stops at the first that fails. When the
   * kernel has lost its variables since, every cell is stale, and all run from the top.
   */
  runCells(
    caller: NotebookCaller,
    which: {
      readonly notebookId?: string;
      readonly only?: "stale";
      readonly keepGoing?: boolean;
      /** For each cell. */
      readonly timeoutMs?: number;
    },
    watch?: CellRunObserver,
  ): Promise<{ readonly notebookId: string; readonly ran: readonly RanCell[]; readonly left: number }>;
  /** The ids of the cells of a notebook that run in this process now, or wait for their turn; in this order. */
  running(notebookId: string): Promise<readonly string[]>;
  /** Ends the run under way in this process, and with it the variables; false when nothing runs. */
  interrupt(
    caller: NotebookCaller,
    notebookId?: string,
  ): Promise<{ readonly notebookId: string; readonly interrupted: boolean }>;
  /** Ends the kernel; the next run begins without variables. */
  restart(
    caller: NotebookCaller,
    wanted: { readonly notebookId?: string; readonly allowNet?: readonly string[] },
  ): Promise<NotebookState>;
  /** Puts exact versions of packages into the notebook's folder: these, or those that its package.json asks for. */
  install(
    caller: NotebookCaller,
    wanted: { readonly notebookId?: string; readonly dependencies: readonly string[] },
    watch?: CellRunObserver,
  ): Promise<{
    readonly notebookId: string;
    readonly installed: readonly InstalledPackage[];
    readonly warning?: string;
  }>;
  export(
    caller: NotebookCaller,
    wanted: {
      readonly notebookId?: string;
      readonly path?: string;
      readonly format?: NotebookFormat;
      readonly overwrite?: boolean;
    },
  ): Promise<ExportedNotebook>;
  /** For readers: a notebook with the last runs of its cells. */
  read(
    notebookId: string,
  ): Promise<{ readonly notebook: NotebookState; readonly runs: ReadonlyMap<string, CellRun> } | undefined>;
  /** For readers: the last run of one cell. */
  run(notebookId: string, cellId: string): Promise<CellRun | undefined>;
  /** Everything that a cell's last run printed. */
  output(notebookId: string, cellId: string): Promise<string | undefined>;
  /** Ids of notebooks that begin with this text, newest change first. */
  ids(prefix: string): Promise<readonly string[]>;
  /** Ids of the cells of a notebook that have run, in their order; none of what they put out is read. */
  ranCells(notebookId: string): Promise<readonly string[]>;
  /** What another store shows, with the same kernels; its files stay in that home. */
  viewOf(store: NotebookStore, home: string): Notebooks;
  /** Which sandbox layers are active on this machine. */
  sandboxLayers(): Promise<SandboxLayers>;
  /** Ends every kernel. */
  close(): Promise<void>;
}

/** What is to be installed, and where. */
export interface InstallOrder {
  readonly folder: string;
  readonly wanted: readonly string[];
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
}

/** What the operator has decided about notebooks. */
export interface NotebookSettings {
  /** The data home. */
  readonly home: string;
  /** How long a cell may run when its caller does not say. */
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  /** The hosts that notebooks may ask for; `*` stands for all. */
  readonly allowNet: readonly string[];
  /** Puts packages into a folder; absent when the operator has switched that off. */
  readonly install?: ((order: InstallOrder) => Promise<readonly InstalledPackage[]>) | undefined;
}

/** Makes the use cases of the notebooks that a store keeps and these kernels run. */
export function createNotebooks(
  store: NotebookStore,
  kernels: Kernels,
  settings: NotebookSettings,
  work: InFlightRuns = createInFlightRuns(),
): Notebooks {
  return {
    ...createMaking(store, kernels, settings, work),
    ...createCellEditing(store),
    ...createRenaming(store),
    ...createRunning(store, kernels, settings, work),
    ...createInstalling(store, kernels, settings, work),
    ...createExporting(store, settings),
    running: async (notebookId) => [...new Set(work.running.get(notebookId))],
    list: (limit) => store.notebooks(limit === undefined ? {} : { limit }),
    open: (caller, notebookId) => findNotebook(store, caller, notebookId),
    async read(notebookId) {
      const notebook = await store.notebook(notebookId);
      return notebook && { notebook, runs: await store.cellRuns(notebookId) };
    },
    run: (notebookId, cellId) => store.cellRun(notebookId, cellId),
    async output(notebookId, cellId) {
      const run = await store.cellRun(notebookId, cellId);
      return run?.outputs.map((one) => (one.type === "stream" ? one.text : "")).join("");
    },
    ids: async (prefix) => (await store.notebooks({ idPrefix: prefix })).map(({ id }) => id),
    async ranCells(notebookId) {
      const cells = (await store.notebook(notebookId))?.cells ?? [];
      return cells.filter(({ run }) => run !== undefined).map(({ id }) => id);
    },
    viewOf: (other, home) => createNotebooks(other, kernels, { ...settings, home }, work),
    sandboxLayers: () => kernels.sandboxLayers(),
  };
}
