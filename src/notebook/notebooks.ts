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

/** The caller: its handle remembers the last notebook, its key identifies a repeated call. */
export interface NotebookCaller {
  /** Absent for a caller without a handle, for whom no notebook is remembered. */
  readonly handle?: string;
  /** Identifies a caller without a handle. */
  readonly client?: string;
  readonly idempotency?: Idempotency;
}

/** How a caller follows and cancels long work. */
export interface CellRunObserver {
  readonly signal?: AbortSignal;
  /** Called with printed output, soon after it was printed. */
  readonly onOutput?: (text: string) => void;
  /** Called when one of several steps begins: its number, the total, a description, and the cell if it runs one. */
  readonly onStep?: (done: number, total: number, says: string, cellId?: string) => void;
  /** Called when the process that did the work died and another one has taken over. */
  readonly onTakenOver?: () => void;
}

/** A cell that ran. */
export interface RanCell {
  readonly notebookId: string;
  readonly cell: CellState;
  readonly run: CellRun;
  /** Warnings, such as that variables of earlier cells are lost. */
  readonly warning?: string;
}

/** A package in a notebook's folder. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** A file that a notebook was written to; the path is relative to the data home if it is inside. */
export interface ExportedNotebook {
  readonly notebookId: string;
  readonly path: string;
  readonly format: NotebookFormat;
  readonly bytes: number;
}

/** The file formats of a notebook. */
export const NOTEBOOK_FORMATS = ["src.md", "ipynb", "html"] as const;
export type NotebookFormat = (typeof NOTEBOOK_FORMATS)[number];

/**
 * The use cases of notebooks, shared by the tools, the API and the commands. Without `notebookId`, they use the last
 * notebook of the handle; the one that is used is remembered. A `cellId` may also be a code cell's file name.
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
  /** The named notebook, or the last one used. */
  open(caller: NotebookCaller, notebookId?: string): Promise<NotebookState>;
  /** Creates a notebook from a `.src.md` file in the data home or the bound root, or from its text. */
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
      /** Its position, from 1. */
      readonly position?: number;
      readonly expectedVersion?: number;
    },
  ): Promise<{ readonly notebookId: string; readonly cell: CellState; readonly warning?: string }>;
  removeCell(
    caller: NotebookCaller,
    which: { readonly notebookId?: string; readonly cellId: string; readonly expectedVersion?: number },
  ): Promise<{ readonly notebookId: string; readonly cellId: string }>;
  /** Changes the title of a notebook. */
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
   * Runs all code cells in a fresh kernel, or those that are stale or never ran; stops at the first failure. If the
   * kernel has lost its variables, every cell is stale and all run from the top.
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
  /** The ids of the cells of a notebook that run or wait in this process, in this order. */
  running(notebookId: string): Promise<readonly string[]>;
  /** Ends the current run in this process and its variables; false if nothing runs. */
  interrupt(
    caller: NotebookCaller,
    notebookId?: string,
  ): Promise<{ readonly notebookId: string; readonly interrupted: boolean }>;
  /** Ends the kernel; the next run starts without variables. */
  restart(
    caller: NotebookCaller,
    wanted: { readonly notebookId?: string; readonly allowNet?: readonly string[] },
  ): Promise<NotebookState>;
  /** Installs exact versions of packages into the notebook's folder: these, or those that its package.json lists. */
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
  /** Ids of the cells of a notebook that have run, in order, without reading their outputs. */
  ranCells(notebookId: string): Promise<readonly string[]>;
  /** The notebooks of another store with the same kernels; its files stay in that home. */
  viewOf(store: NotebookStore, home: string): Notebooks;
  /** Which sandbox layers are active on this machine. */
  sandboxLayers(): Promise<SandboxLayers>;
  /** Ends every kernel. */
  close(): Promise<void>;
}

/** What to install, and where. */
export interface InstallRequest {
  readonly folder: string;
  readonly wanted: readonly string[];
  readonly signal?: AbortSignal;
  readonly onLine?: (line: string) => void;
}

/** The operator's configuration of notebooks. */
export interface NotebookSettings {
  /** The data home. */
  readonly home: string;
  /** The default timeout of a cell. */
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  /** The hosts that notebooks may request; `*` permits all. */
  readonly allowNet: readonly string[];
  /** Installs packages into a folder; absent if the operator has disabled it. */
  readonly install?: ((order: InstallRequest) => Promise<readonly InstalledPackage[]>) | undefined;
}

/** Creates the use cases of notebooks from a store and kernels. */
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
