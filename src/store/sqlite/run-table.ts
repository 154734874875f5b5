import type { DatabaseSync } from "node:sqlite";
import type { CellRun, RunFacts } from "../../notebook/notebook-store.ts";
import { LAST_PLACE, RUN_COLUMNS, toRun } from "../notebook-rows.ts";

/** Prepares the statements on the last runs of cells; those that write must run inside a write transaction. */
export function createRunTable(db: DatabaseSync) {
  const runs = `SELECT r.cell_id, ${RUN_COLUMNS}, o.outputs FROM cell_run r JOIN cell_output o USING (notebook_id, cell_id)
    WHERE r.notebook_id = ?`;
  const select = db.prepare(`${runs} AND r.cell_id = ?`);
  const selectAll = db.prepare(runs);
  const upsert = db.prepare(
    `INSERT OR REPLACE INTO cell_run (notebook_id, cell_id, status, exit_code, duration_ms, started_at, truncated, stale)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const upsertOutputs = db.prepare(
    "INSERT OR REPLACE INTO cell_output (notebook_id, cell_id, outputs) VALUES (?, ?, ?)",
  );
  const remove = ["cell_run", "cell_output"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE notebook_id = ? AND cell_id = ?`),
  );
  const markAll = db.prepare("UPDATE cell_run SET stale = 1 WHERE notebook_id = ? AND stale = 0");
  const markFrom = db.prepare(
    `UPDATE cell_run SET stale = 1 WHERE notebook_id = :notebookId AND stale = 0 AND cell_id IN (
       SELECT id FROM cell WHERE notebook_id = :notebookId
         AND place >= min(:movedFrom, (SELECT place FROM cell WHERE notebook_id = :notebookId AND id = :cellId)))`,
  );

  return {
    find(notebookId: string, cellId: string): CellRun | undefined {
      const row = select.get(notebookId, cellId);
      return row && toRun(row);
    },
    all: (notebookId: string): Map<string, CellRun> =>
      new Map(selectAll.all(notebookId).map((row) => [row.cell_id as string, toRun(row)])),
    /** Replaces the last run of a cell; for `outputs` see `outputsText`. */
    save(notebookId: string, cellId: string, run: RunFacts, outputs: string, stale: boolean): void {
      const { status, exitCode, durationMs, startedAt, truncated } = run;
      const [cut, old] = [truncated ? 1 : 0, stale ? 1 : 0];
      upsert.run(notebookId, cellId, status, exitCode, durationMs, startedAt, cut, old);
      upsertOutputs.run(notebookId, cellId, outputs);
    },
    remove(notebookId: string, cellId: string): void {
      for (const statement of remove) statement.run(notebookId, cellId);
    },
    /** Marks every cell that has run as stale. */
    markAll: (notebookId: string): void => void markAll.run(notebookId),
    /** Marks a cell and those after it, or after its old place, as stale if they have run. */
    markFrom: (notebookId: string, cellId: string, movedFrom: number = LAST_PLACE): void =>
      void markFrom.run({ notebookId, cellId, movedFrom }),
  };
}
