import type { Fence } from "../../../jobs/jobs.ts";
import { Failure } from "../../../ledger/index.ts";
import type { CellState, NewCell, NotebookStore } from "../../../notebook/notebook-store.ts";
import type { Clock } from "../../clock.ts";
import { checkTitle, outputsText } from "../../notebook-rows.ts";
import { pageSize } from "../../page-size.ts";
import type { Database, Queryable, Row } from "../database.ts";
import { hasChange } from "../ledger/feed.ts";
import { saveClientOpening } from "../ledger/handles.ts";
import { once } from "../ledger/idempotency.ts";
import { findCell, insertCell, insertCells, removeCell, updateCell } from "./cell-table.ts";
import {
  changeNotebook,
  findNotebook,
  findRun,
  findRuns,
  insertNotebook,
  listNotebooks,
  lockNotebook,
  markAllStale,
  markStaleFrom,
  removeRun,
  saveRun,
  touchNotebook,
} from "./notebook-table.ts";

/** Stores notebooks. */
export function createNotebookStore(
  db: Database,
  clock: Clock,
): Omit<NotebookStore, "handle" | "moveHandle" | "clientOpenings"> {
  const write = createNotebookWriter(db, clock);

  async function addCell(tx: NotebookWrite, notebookId: string, cell: NewCell): Promise<CellState> {
    const notebook = await lockNotebook(tx, notebookId);
    const [cellsMade, cellCount] = [notebook.cellsMade + 1, notebook.cellCount + 1];
    const cellId = `cell-${cellsMade}`;
    const place = Math.max(1, Math.min(cell.position ?? cellCount, cellCount));
    const added = await insertCell(tx, notebook, cellId, place, cell);
    if (cell.kind === "code") await markStaleFrom(tx, notebookId, cellId);
    await touchNotebook(tx, { ...notebook, cellsMade, cellCount }, clock.now());
    return added;
  }

  async function changeCell(
    tx: NotebookWrite,
    ...[notebookId, cellId, changes, { expectedVersion } = {}]: Parameters<NotebookStore["updateCell"]>
  ): Promise<CellState> {
    const notebook = await lockNotebook(tx, notebookId);
    const cell = await findCell(tx, notebookId, cellId, expectedVersion);
    const { content, filename, movedFrom } = await updateCell(tx, notebook, cell, changes);
    if (!content && !filename && movedFrom === undefined) return cell;
    if (cell.kind === "code" && (content || movedFrom !== undefined))
      await markStaleFrom(tx, notebookId, cellId, movedFrom);
    await touchNotebook(tx, notebook, clock.now());
    return findCell(tx, notebookId, cellId);
  }

  return {
    createNotebook: (draft, idempotency) =>
      write(async (tx) => {
        const id = await once(tx, "notebook", idempotency, async () => {
          await insertNotebook(tx, draft, clock.now());
          if (draft.client !== undefined)
            await saveClientOpening(tx, { ...draft, client: draft.client, kind: "notebook" }, clock.now());
          await insertCells(tx, draft.id, draft.cells, draft.language);
          return draft.id;
        });
        return (await findNotebook(tx, id))!;
      }),
    notebook: (id) => findNotebook(db, id),
    notebooks: ({ idPrefix = "", limit = 100, owner }) => listNotebooks(db, idPrefix, pageSize(limit), owner),
    changeNotebook: (id, changes, { expectedTitle } = {}) =>
      write(async (tx) => {
        const notebook = await lockNotebook(tx, id);
        checkTitle(id, notebook.title, expectedTitle);
        await changeNotebook(tx, id, changes);
        if (changes.allStale) await markAllStale(tx, id);
        await touchNotebook(tx, notebook, clock.now());
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
        const notebook = await lockNotebook(tx, notebookId);
        const { kind } = await findCell(tx, notebookId, cellId, expectedVersion);
        if (kind === "code") await markStaleFrom(tx, notebookId, cellId);
        await removeRun(tx, notebookId, cellId);
        await removeCell(tx, notebookId, cellId);
        await touchNotebook(tx, { ...notebook, cellCount: notebook.cellCount - 1 }, clock.now());
      }),
    saveRun: async (notebookId, cellId, run, { version, lost, fence }) => {
      // May be many megabytes, so it is serialized before the notebook is locked.
      const outputs = outputsText(run.outputs);
      return write(async (tx) => {
        if (fence) await checkFence(tx, fence);
        const notebook = await lockNotebook(tx, notebookId);
        const cell = await findCell(tx, notebookId, cellId);
        if (lost) await markAllStale(tx, notebookId);
        await saveRun(tx, notebookId, cellId, run, outputs, cell.version !== version);
        await touchNotebook(tx, notebook, clock.now());
        return findCell(tx, notebookId, cellId);
      });
    },
    cellRun: (notebookId, cellId) => findRun(db, notebookId, cellId),
    cellRuns: (notebookId) => findRuns(db, notebookId),
  };
}

/** A transaction that writes to one notebook. */
export interface NotebookWrite extends Queryable {
  /** Runs a statement that writes a notebook's row and returns its id, and adds the change to the feed. */
  note(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

/**
 * Creates the function that writes notebooks. Each write adds a unique mark to the feed. After a broken connection
 * it shows whether the commit succeeded, so that no write is lost or repeated.
 */
function createNotebookWriter(db: Database, clock: Clock) {
  return <T>(work: (tx: NotebookWrite) => Promise<T>): Promise<T> => {
    const mark = clock.newId(clock.now());
    let position: number | undefined;
    return db.transaction(
      (tx) => {
        position = undefined;
        return work({
          query: tx.query,
          async note(text, values) {
            const rows = await tx.query(withChange(text, values.length + 1), [...values, mark]);
            position = rows[0]!.position as number;
            return rows;
          },
        });
      },
      async (rows) => position === undefined || hasChange(rows, position, mark),
    );
  };
}

/** A notebook is the only change of its transaction in the feed. */
function withChange(text: string, markParameter: number): string {
  return `WITH written AS (${text})
  INSERT INTO clew.change (position, notebook_id, mark)
  SELECT clew.next_position(0), id, $${markParameter} FROM written RETURNING position`;
}

/** Locks a job at this attempt until the transaction ends. Fails if it runs elsewhere by now, or has ended. */
async function checkFence(tx: Queryable, { job, attempt }: Fence): Promise<void> {
  const [current] = await tx.query(LOCK_ATTEMPT, [job, attempt]);
  if (!current) throw new Failure("CANCELLED", {});
}

const LOCK_ATTEMPT =
  "SELECT 1 AS current FROM clew.job WHERE id = $1 AND attempt = $2 AND state = 'running' FOR SHARE";
