import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { CellRunShape, CellShape, NotebookDetail, RanCellShape } from "../../data/api-types.ts";
import { ApiError } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import { say } from "../../ui/toast.ts";
import { type Drafts, withMine, without, withReloaded, withTyped } from "./drafts.ts";
import { readRun } from "./run-stream.ts";

/** The output of a running cell. */
export interface Printing {
  readonly text: string;
  /** Characters left out before the text. */
  readonly missing: number;
}

/** The state of a notebook, and its actions. */
export interface NotebookStore {
  readonly detail: ReadonlySignal<NotebookDetail | undefined>;
  readonly error: ReadonlySignal<ApiError | undefined>;
  readonly drafts: ReadonlySignal<Drafts>;
  readonly printing: ReadonlySignal<ReadonlyMap<string, Printing>>;
  readonly runs: ReadonlySignal<ReadonlyMap<string, CellRunShape>>;
  /** Whether this page runs cells. */
  readonly isBusy: ReadonlySignal<boolean>;
  load(): Promise<void>;
  type(cell: CellShape, content: string): void;
  /** Saves the draft of a cell. Returns whether the cell has its text now. */
  save(cellId: string): Promise<boolean>;
  keepMine(cellId: string): Promise<void>;
  takeTheirs(cellId: string): void;
  run(cellId: string): Promise<void>;
  runAll(only?: "stale"): Promise<void>;
  interrupt(): Promise<void>;
  restart(): Promise<void>;
  add(kind: CellShape["kind"], position: number): Promise<string | undefined>;
  remove(cell: CellShape): Promise<void>;
  /** Moves a cell by one position. Returns whether it moved. */
  move(cellId: string, step: 1 | -1): Promise<boolean>;
  /** Renames a code cell. Returns whether it was renamed. */
  rename(cell: CellShape, filename: string): Promise<boolean>;
  /** Changes the title, unless it is no longer `before`. Returns whether it was changed. */
  retitle(before: string, title: string): Promise<boolean>;
}

/** Characters of output kept while a cell runs; the finished run has all of it. */
const KEPT = 200_000;

/** A store for one notebook; call `load` to fill it. */
export function openNotebook(id: string): NotebookStore {
  const detail = signal<NotebookDetail | undefined>(undefined);
  const error = signal<ApiError | undefined>(undefined);
  const drafts = signal<Drafts>(new Map());
  const printing = signal<ReadonlyMap<string, Printing>>(new Map());
  const runs = signal<ReadonlyMap<string, CellRunShape>>(new Map());
  const isBusy = signal(false);
  const saving = new Map<string, Promise<boolean>>();
  let moving: Promise<unknown> = Promise.resolve();
  let loads = 0;

  const load = async () => {
    const current = ++loads;
    try {
      const loaded = await api.notebook(id);
      if (current !== loads) return;
      batch(() => {
        detail.value = loaded;
        error.value = undefined;
        drafts.value = withReloaded(drafts.value, loaded.notebook.cells);
      });
      await Promise.all(loaded.notebook.cells.map((cell) => loadRun(cell)));
    } catch (failed) {
      if (current === loads) error.value = asApiError(failed);
    }
  };

  /** Loads the last run of a cell unless it is known. */
  const loadRun = async ({ id: cellId, run }: CellShape) => {
    if (!run || runs.value.get(cellId)?.startedAt === run.startedAt) return;
    const found = await api.cellRun(id, cellId);
    if (found.run) put(runs, cellId, found.run);
  };

  /** Replaces a cell, at its old or at a new position (from 1). */
  const putCell = (cell: CellShape, position?: number) => {
    const { value } = detail;
    if (!value) return;
    const { cells } = value.notebook;
    const index = position === undefined ? cells.findIndex(({ id: one }) => one === cell.id) : position - 1;
    if (index < 0) return;
    const put = cells.filter(({ id: one }) => one !== cell.id).toSpliced(index, 0, cell);
    detail.value = { ...value, notebook: { ...value.notebook, cells: put } };
  };

  /** Saves of one cell run one after the other: blur and run both save, and must not conflict with each other. */
  const save = (cellId: string): Promise<boolean> => {
    const saved = (saving.get(cellId) ?? Promise.resolve(true)).then(() => saveOnce(cellId));
    saving.set(cellId, saved);
    return saved;
  };

  const saveOnce = async (cellId: string): Promise<boolean> => {
    const draft = drafts.value.get(cellId);
    if (!draft) return true;
    if (draft.theirs) return false;
    try {
      const { cell } = await api.updateCell(id, cellId, {
        content: draft.content,
        expectedVersion: draft.version,
      });
      batch(() => {
        putCell(cell);
        // Text typed in the meantime is a draft of the new version.
        const now = drafts.value.get(cellId);
        drafts.value =
          now && now.content !== draft.content
            ? new Map(drafts.value).set(cellId, {
                content: now.content,
                version: cell.version,
                base: cell.content,
              })
            : without(drafts.value, cellId);
      });
      void load();
      return true;
    } catch (failed) {
      if (!isConflict(failed)) {
        showError(failed);
        return false;
      }
      await load();
      const now = drafts.value.get(cellId);
      // The cell was only moved or renamed.
      return now && !now.theirs && now.version !== draft.version ? saveOnce(cellId) : now === undefined;
    }
  };

  /** Makes a change without a draft. On a conflict it shows the current state, so that the user can repeat the change. */
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      await load();
      return true;
    } catch (failed) {
      await load();
      if (isConflict(failed))
        say("Someone else changed this in the meantime. Check it and try again.", "failed");
      else showError(failed);
      return false;
    }
  };

  const moveOnce = async (cellId: string, step: 1 | -1): Promise<boolean> => {
    if (!(await save(cellId))) return false;
    const cells = detail.value?.notebook.cells ?? [];
    const position = cells.findIndex((one) => one.id === cellId) + 1 + step;
    const cell = cells.find((one) => one.id === cellId);
    if (!cell || position < 1 || position > cells.length) return false;
    return change(async () => {
      const moved = await api.updateCell(id, cellId, { position, expectedVersion: cell.version });
      putCell(moved.cell, position);
      say(`Moved to position ${position} of ${cells.length}.`);
    });
  };

  const applyRuns = (ran: readonly RanCellShape[]) =>
    batch(() => {
      for (const { cell, cellId, run, warning } of ran) {
        putCell(cell);
        put(runs, cellId, run);
        if (warning !== undefined) say(warning);
      }
    });

  const runFrom = async (start: () => Promise<Response>) => {
    isBusy.value = true;
    try {
      await readRun(await start(), {
        onStep: ({ cellId }) => put(printing, cellId, { text: "", missing: 0 }),
        onOutput: ({ cellId, text, missing = 0 }) =>
          put(printing, cellId, appendOutput(printing.value.get(cellId), text, missing)),
        onRan: applyRuns,
      });
    } catch (failed) {
      showError(failed);
    }
    await load();
    batch(() => {
      isBusy.value = false;
      printing.value = new Map();
    });
  };

  const saveAll = async () =>
    (await Promise.all([...drafts.value.keys()].map(save))).every((isSaved) => isSaved);

  return {
    detail,
    error,
    drafts,
    printing,
    runs,
    isBusy,
    load,
    type(cell, content) {
      drafts.value = withTyped(drafts.value, cell, content);
    },
    save,
    async keepMine(cellId) {
      drafts.value = withMine(drafts.value, cellId);
      await save(cellId);
    },
    takeTheirs(cellId) {
      drafts.value = without(drafts.value, cellId);
    },
    async run(cellId) {
      if (isBusy.value || !(await save(cellId))) return;
      put(printing, cellId, { text: "", missing: 0 });
      await runFrom(() => api.runCell(id, cellId));
    },
    async runAll(only) {
      if (isBusy.value || !(await saveAll())) return;
      await runFrom(() => api.runAll(id, only));
    },
    interrupt: () => api.interrupt(id).then(() => undefined, showError),
    async restart() {
      try {
        await api.restart(id);
        say("Restarted. All variables are cleared.");
      } catch (failed) {
        showError(failed);
      }
      await load();
    },
    async add(kind, position) {
      try {
        const { cell } = await api.addCell(id, { kind, content: "", position });
        await load();
        return cell.id;
      } catch (failed) {
        showError(failed);
        return undefined;
      }
    },
    async remove(cell) {
      try {
        await api.removeCell(id, cell.id, cell.version);
        drafts.value = without(drafts.value, cell.id);
        say("Cell removed.");
      } catch (failed) {
        showError(failed);
      }
      await load();
    },
    // Moves run one after the other, so that a held key moves step by step.
    move(cellId, step) {
      const moved = moving.then(() => moveOnce(cellId, step));
      moving = moved;
      return moved;
    },
    rename: ({ id: cellId, version }, filename) =>
      change(async () => {
        const { cell, warning } = await api.updateCell(id, cellId, { filename, expectedVersion: version });
        putCell(cell);
        if (warning !== undefined) say(warning);
      }),
    retitle: (before, title) => change(() => api.renameNotebook(id, title, before)),
  };
}

function isConflict(failed: unknown): boolean {
  return /^(VERSION|TITLE)_CONFLICT$/.test(asApiError(failed).code);
}

function showError(failed: unknown): void {
  const { message } = failed instanceof ApiError ? failed : asApiError(failed);
  say(message, "failed");
}

function put<T>(map: Signal<ReadonlyMap<string, T>>, key: string, value: T): void {
  map.value = new Map(map.value).set(key, value);
}

function appendOutput(before: Printing | undefined, text: string, missing: number): Printing {
  const whole = (before?.text ?? "") + text;
  const over = Math.max(0, whole.length - KEPT);
  return { text: whole.slice(over), missing: (before?.missing ?? 0) + missing + over };
}
