import type { CellState, NewCell, NotebookStore } from "../../../notebook/notebook-store.ts";
import type { Clock } from "../../clock.ts";
import { checkTitle, outputsText } from "../../notebook-rows.ts";
import { pageSize } from "../../page-size.ts";
import type { Database } from "../database.ts";
import { keepClientPlace } from "../ledger/client-places.ts";
import { findCell, insertCell, insertCells, removeCell, updateCell } from "./cell-table.ts";
import { holdJob } from "./hold-job.ts";
import {
  changeNotebook,
  findNotebook,
  holdNotebook,
  insertNotebook,
  listNotebooks,
  touchNotebook,
} from "./notebook-table.ts";
import { createNotebookWriter, type NotebookWrite } from "./notebook-write.ts";
import { once } from "./once.ts";
import { findRun, findRuns, markAll, markFrom, removeRun, saveRun } from "./run-table.ts";

/** Keeps notebooks in the ledger's database. */
export function createNotebookStore(
  db: Database,
  clock: Clock,
): Omit<NotebookStore, "handle" | "moveHandle" | "clientPlaces"> {
  const write = createNotebookWriter(db, clock);

  async function addCell(tx: NotebookWrite, notebookId: string, cell: NewCell): Promise<CellState> {
    const held = await holdNotebook(tx, notebookId);
    const [cellsMade, cellCount] = [held.cellsMade + 1, held.cellCount + 1];
    const cellId = `cell-${cellsMade}`;
    const place = Math.max(1, Math.min(cell.position ?? cellCount, cellCount));
    const added = await insertCell(tx, held, cellId, place, cell);
    if (cell.kind === "code") await markFrom(tx, notebookId, cellId);
    await touchNotebook(tx, { ...held, cellsMade, cellCount }, clock.now());
    return added;
  }

  async function changeCell(
    tx: NotebookWrite,
    ...[notebookId, cellId, changes, { expectedVersion } = {}]: Parameters<NotebookStore["updateCell"]>
  ): Promise<CellState> {
    const held = await holdNotebook(tx, notebookId);
    const cell = await findCell(tx, notebookId, cellId, expectedVersion);
    const { content, filename, movedFrom } = await updateCell(tx, held, cell, changes);
    if (!content && !filename && movedFrom === undefined) return cell;
    if (cell.kind === "code" && (content || movedFrom !== undefined))
      await markFrom(tx, notebookId, cellId, movedFrom);
    await touchNotebook(tx, held, clock.now());
    return findCell(tx, notebookId, cellId);
  }

  return {
    createNotebook: (wanted, idempotency) =>
      write(async (tx) => {
        const id = await once(tx, "notebook", idempotency, async () => {
          await insertNotebook(tx, wanted, clock.now());
          if (wanted.client !== undefined)
            await keepClientPlace(tx, { ...wanted, client: wanted.client, kind: "notebook" }, clock.now());
          await insertCells(tx, wanted.id, wanted.cells, wanted.language);
          return wanted.id;
        });
        return (await findNotebook(tx, id))!;
      }),
    notebook: (id) => findNotebook(db, id),
    notebooks: ({ idPrefix = "", limit = 100, owner }) => listNotebooks(db, idPrefix, pageSize(limit), owner),
    changeNotebook: (id, changes, { expectedTitle } = {}) =>
      write(async (tx) => {
        const held = await holdNotebook(tx, id);
        checkTitle(id, held.title, expectedTitle);
        await changeNotebook(tx, id, changes);
        if (changes.allStale) await markAll(tx, id);
        await touchNotebook(tx, held, clock.now());
        return (await findNotebook(tx, id))!;
      }),
    addCell: (notebookId, cell, idempotency) =>
      write((tx) => once(tx, "cell", idempotency, () => addCell(tx, notebookId, cell))),
    updateCell: (notebookId, cellId, changes, guard) =>
      write((tx) =>
        once(tx, "cell-change", guard?.idempotency, () => changeCell(tx, notebookId, cellId, changes, guard)),
      ),
    removeCell: (notebookId, cellId, expectedVersion) =>
      write(async (tx) => {
        const held = await holdNotebook(tx, notebookId);
        const { kind } = await findCell(tx, notebookId, cellId, expectedVersion);
        if (kind === "code") await markFrom(tx, notebookId, cellId);
        await removeRun(tx, notebookId, cellId);
        await removeCell(tx, notebookId, cellId);
        await touchNotebook(tx, { ...held, cellCount: held.cellCount - 1 }, clock.now());
      }),
    saveRun: async (notebookId, cellId, run, { version, lost, fence }) => {
      // Many megabytes perhaps: made into text before others wait for the notebook.
      const outputs = outputsText(run.outputs);
      return write(async (tx) => {
        if (fence) await holdJob(tx, fence);
        const held = await holdNotebook(tx, notebookId);
        const cell = await findCell(tx, notebookId, cellId);
        if (lost) await markAll(tx, notebookId);
        await saveRun(tx, notebookId, cellId, run, outputs, cell.version !== version);
        await touchNotebook(tx, held, clock.now());
        return findCell(tx, notebookId, cellId);
      });
    },
    cellRun: (notebookId, cellId) => findRun(db, notebookId, cellId),
    cellRuns: (notebookId) => findRuns(db, notebookId),
  };
}
