import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { CellRunShape, CellShape, NotebookDetail, RanCellShape } from "../../data/api-types.ts";
import { ApiError } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import { say } from "../../ui/toast.ts";
import { compared, type Drafts, kept, typed, without } from "./drafts.ts";
import { readRun } from "./run-stream.ts";

/** What a cell prints while it runs here. */
export interface Printing {
  readonly text: string;
  /** Letters that are left out before the text. */
  readonly missing: number;
}

/** A notebook as it is shown, and what can be done to it. */
export interface NotebookStore {
  readonly detail: ReadonlySignal<NotebookDetail | undefined>;
  readonly error: ReadonlySignal<ApiError | undefined>;
  readonly drafts: ReadonlySignal<Drafts>;
  readonly printing: ReadonlySignal<ReadonlyMap<string, Printing>>;
  readonly runs: ReadonlySignal<ReadonlyMap<string, CellRunShape>>;
  /** Whether something is being run from here. */
  readonly isBusy: ReadonlySignal<boolean>;
  load(): Promise<void>;
  type(cell: CellShape, content: string): void;
  /** Sends a draft; gives whether the cell is as it was typed. */
  save(cellId: string): Promise<boolean>;
  keepMine(cellId: string): Promise<void>;
  takeTheirs(cellId: string): void;
  run(cellId: string): Promise<void>;
  runAll(only?: "stale"): Promise<void>;
  interrupt(): Promise<void>;
  restart(): Promise<void>;
  add(kind: CellShape["kind"], position: number): Promise<string | undefined>;
  remove(cell: CellShape): Promise<void>;
  /** Moves a cell by one place; gives whether it moved. */
  move(cellId: string, step: 1 | -1): Promise<boolean>;
  /** Gives a code cell another file name; gives whether it has it. */
  rename(cell: CellShape, filename: string): Promise<boolean>;
  /** Gives the notebook another title in place of this one; gives whether it has it. */
  retitle(before: string, title: string): Promise<boolean>;
}

/** So much of what a cell prints is held while it runs; the run itself has everything. */
const HELD = 200_000;

/** Opens a notebook; nothing is loaded yet. */
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
    const turn = ++loads;
    try {
      const read = await api.notebook(id);
      if (turn !== loads) return;
      batch(() => {
        detail.value = read;
        error.value = undefined;
        drafts.value = compared(drafts.value, read.notebook.cells);
      });
      await Promise.all(read.notebook.cells.map((cell) => loadRun(cell)));
    } catch (failed) {
      if (turn === loads) error.value = asApiError(failed);
    }
  };

  /** Reads what a cell put out, unless it is known already. */
  const loadRun = async ({ id: cellId, run }: CellShape) => {
    if (!run || runs.value.get(cellId)?.startedAt === run.startedAt) return;
    const found = await api.cellRun(id, cellId);
    if (found.run) put(runs, cellId, found.run);
  };

  /** Puts a cell in place of what is known of it; one that was moved, at its place from 1. */
  const putCell = (cell: CellShape, position?: number) => {
    const { value } = detail;
    if (!value) return;
    const { cells } = value.notebook;
    const at = position === undefined ? cells.findIndex(({ id: one }) => one === cell.id) : position - 1;
    if (at < 0) return;
    const put = cells.filter(({ id: one }) => one !== cell.id).toSpliced(at, 0, cell);
    detail.value = { ...value, notebook: { ...value.notebook, cells: put } };
  };

  /** Leaving a field and running its cell both save it: one after the other, so that neither takes the other for a stranger. */
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
        // What was typed meanwhile is a draft of the new version.
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
        tell(failed);
        return false;
      }
      await load();
      const now = drafts.value.get(cellId);
      // The cell was only moved or renamed.
      return now && !now.theirs && now.version !== draft.version ? saveOnce(cellId) : now === undefined;
    }
  };

  /** Makes a change that nobody types: what another did meanwhile is shown, and the reader may repeat it. */
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      await load();
      return true;
    } catch (failed) {
      await load();
      if (isConflict(failed)) say("Somebody else changed it meanwhile. Look at it, and try again.", "failed");
      else tell(failed);
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
      say(`Moved to place ${position} of ${cells.length}.`);
    });
  };

  const ranCells = (ran: readonly RanCellShape[]) =>
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
          put(printing, cellId, printed(printing.value.get(cellId), text, missing)),
        onRan: ranCells,
      });
    } catch (failed) {
      tell(failed);
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
      drafts.value = typed(drafts.value, cell, content);
    },
    save,
    async keepMine(cellId) {
      drafts.value = kept(drafts.value, cellId);
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
    interrupt: () => api.interrupt(id).then(() => undefined, tell),
    async restart() {
      try {
        await api.restart(id);
        say("Restarted: the next run begins without variables.");
      } catch (failed) {
        tell(failed);
      }
      await load();
    },
    async add(kind, position) {
      try {
        const { cell } = await api.addCell(id, { kind, content: "", position });
        await load();
        return cell.id;
      } catch (failed) {
        tell(failed);
        return undefined;
      }
    },
    async remove(cell) {
      try {
        await api.removeCell(id, cell.id, cell.version);
        drafts.value = without(drafts.value, cell.id);
        say("The cell was removed.");
      } catch (failed) {
        tell(failed);
      }
      await load();
    },
    // A key that is held moves step by step, each from where the one before has led.
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

function tell(failed: unknown): void {
  const { message } = failed instanceof ApiError ? failed : asApiError(failed);
  say(message, "failed");
}

function put<T>(map: Signal<ReadonlyMap<string, T>>, key: string, value: T): void {
  map.value = new Map(map.value).set(key, value);
}

function printed(before: Printing | undefined, text: string, missing: number): Printing {
  const whole = (before?.text ?? "") + text;
  const over = Math.max(0, whole.length - HELD);
  return { text: whole.slice(over), missing: (before?.missing ?? 0) + missing + over };
}
