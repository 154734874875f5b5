import type { DatabaseSync } from "node:sqlite";
import type { CellState, NewCell, NotebookState, NotebookStore } from "../../notebook/notebook-store.ts";
import type { Clock } from "../clock.ts";
import { checkTitle, outputsText } from "../notebook-rows.ts";
import { pageSize } from "../page-size.ts";
import { createCellTable } from "./cell-table.ts";
import type { ClientOpenings } from "./client-openings.ts";
import type { Feed } from "./feed.ts";
import { lazily } from "./lazily.ts";
import { createNotebookTable } from "./notebook-table.ts";
import { atOnce, read } from "./read.ts";
import { createRunOnce } from "./run-once.ts";
import { createRunTable } from "./run-table.ts";
import type { Write } from "./writer.ts";

/** Stores notebooks in the ledger's database. Statements are prepared at first use. */
export function createNotebookStore(
  db: DatabaseSync,
  feed: Feed,
  clients: ClientOpenings,
  clock: Clock,
  write: Write,
): Omit<NotebookStore, "handle" | "moveHandle" | "clientOpenings"> {
  const tables = lazily(() => ({
    notebooks: createNotebookTable(db, feed, clock),
    cells: createCellTable(db),
    runs: createRunTable(db),
    once: createRunOnce(db),
  }));

  function notebook(id: string): NotebookState | undefined {
    const { notebooks, cells } = tables();
    const found = notebooks.find(id);
    return found && { ...found, cells: cells.all(id) };
  }

  function addCell(notebookId: string, cell: NewCell): CellState {
    const { notebooks, cells, runs } = tables();
    const language = notebooks.languageOf(notebookId);
    const id = notebooks.newCellId(notebookId);
    cells.insert(notebookId, id, cell, language);
    if (cell.kind === "code") runs.markFrom(notebookId, id);
    notebooks.touch(notebookId);
    return cells.find(notebookId, id);
  }

  const updateCell: Sync<NotebookStore["updateCell"]> = (
    notebookId,
    cellId,
    changes,
    { expectedVersion } = {},
  ) => {
    const { notebooks, cells, runs } = tables();
    const language = notebooks.languageOf(notebookId);
    const cell = cells.find(notebookId, cellId, expectedVersion);
    const { content, filename, movedFrom } = cells.update(notebookId, cell, changes, language);
    if (!content && !filename && movedFrom === undefined) return cell;
    if (cell.kind === "code" && (content || movedFrom !== undefined))
      runs.markFrom(notebookId, cellId, movedFrom);
    notebooks.touch(notebookId);
    return cells.find(notebookId, cellId);
  };

  return {
    createNotebook: (wanted, idempotency) =>
      write(() => {
        const { notebooks, cells, once } = tables();
        const id = once("notebook", idempotency, () => {
          notebooks.create(wanted);
          if (wanted.client !== undefined) clients.keep(wanted.id, "notebook", wanted.client, false);
          for (const cell of wanted.cells)
            cells.insert(wanted.id, notebooks.newCellId(wanted.id), cell, wanted.language);
          return wanted.id;
        });
        return notebook(id)!;
      }),
    notebook: (id) => read(() => atOnce(db, () => notebook(id))),
    notebooks: ({ idPrefix = "", limit = 100, owner }) =>
      read(() => tables().notebooks.list(idPrefix, pageSize(limit), owner)),
    changeNotebook: (id, changes, { expectedTitle } = {}) =>
      write(() => {
        const { notebooks, runs } = tables();
        notebooks.languageOf(id);
        checkTitle(id, notebooks.find(id)!.title, expectedTitle);
        notebooks.change(id, changes);
        if (changes.allStale) runs.markAll(id);
        notebooks.touch(id);
        return notebook(id)!;
      }),
    addCell: (notebookId, cell, idempotency) =>
      write(() => tables().once("cell", idempotency, () => addCell(notebookId, cell))),
    updateCell: (notebookId, cellId, changes, guard) =>
      write(() =>
        tables().once("cell-change", guard?.idempotency, () =>
          updateCell(notebookId, cellId, changes, guard),
        ),
      ),
    removeCell: (notebookId, cellId, expectedVersion) =>
      write(() => {
        const { notebooks, cells, runs } = tables();
        notebooks.languageOf(notebookId);
        const { kind } = cells.find(notebookId, cellId, expectedVersion);
        if (kind === "code") runs.markFrom(notebookId, cellId);
        runs.remove(notebookId, cellId);
        cells.remove(notebookId, cellId);
        notebooks.touch(notebookId);
      }),
    saveRun: async (notebookId, cellId, run, { version, lost }) => {
      // Outputs can have many megabytes, so they are serialized before the transaction.
      const outputs = outputsText(run.outputs);
      return write(() => {
        const { notebooks, cells, runs } = tables();
        notebooks.languageOf(notebookId);
        const cell = cells.find(notebookId, cellId);
        if (lost) runs.markAll(notebookId);
        runs.save(notebookId, cellId, run, outputs, cell.version !== version);
        notebooks.touch(notebookId);
        return cells.find(notebookId, cellId);
      });
    },
    cellRun: (notebookId, cellId) => read(() => tables().runs.find(notebookId, cellId)),
    cellRuns: (notebookId) => read(() => tables().runs.all(notebookId)),
  };
}

type Sync<F extends (...given: never[]) => Promise<unknown>> = (
  ...given: Parameters<F>
) => Awaited<ReturnType<F>>;
