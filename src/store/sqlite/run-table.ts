import type { DatabaseSync } from "node:sqlite";
import type { CellRun, RunFacts } from "../../notebook/shelf.ts";

/** The columns of a run without what it put out; all are null where `cell_run r` is joined and the cell never ran. */
export const RUN_COLUMNS = "r.status, r.exit_code, r.duration_ms, r.started_at, r.truncated, r.stale";

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
    `UPDATE cell_run SET stale = 1 WHERE notebook_id = ?1 AND stale = 0 AND cell_id IN (
       SELECT id FROM cell WHERE notebook_id = ?1
         AND place >= (SELECT place FROM cell WHERE notebook_id = ?1 AND id = ?2))`,
  );

  return {
    find(notebookId: string, cellId: string): CellRun | undefined {
      const row = select.get(notebookId, cellId);
      return row && toRun(row);
    },
    all: (notebookId: string): Map<string, CellRun> =>
      new Map(selectAll.all(notebookId).map((row) => [row.cell_id as string, toRun(row)])),
    /** Keeps a run in place of the one before; its outputs come as text, see `outputsText`. */
    save(notebookId: string, cellId: string, run: RunFacts, outputs: string, stale: boolean): void {
      const { status, exitCode, durationMs, startedAt, truncated } = run;
      const [cut, old] = [truncated ? 1 : 0, stale ? 1 : 0];
      upsert.run(notebookId, cellId, status, exitCode, durationMs, startedAt, cut, old);
      upsertOutputs.run(notebookId, cellId, outputs);
    },
    remove(notebookId: string, cellId: string): void {
      for (const statement of remove) statement.run(notebookId, cellId);
    },
    /** Marks every cell that has run. */
    markAll: (notebookId: string): void => void markAll.run(notebookId),
    /** Marks a cell and those behind it, as far as they have run. */
    markFrom: (notebookId: string, cellId: string): void => void markFrom.run(notebookId, cellId),
  };
}

/** The run in a row that has the columns of one; undefined when the cell never ran. */
export function toRunFacts(row: Record<string, unknown>): RunFacts | undefined {
  if (row.status === null) return undefined;
  return {
    status: row.status as RunFacts["status"],
    exitCode: row.exit_code as number | null,
    durationMs: row.duration_ms as number,
    startedAt: row.started_at as string,
    truncated: row.truncated === 1,
  };
}

/** Outputs as JSON text. JSON could keep a lone surrogate, and no other text of the ledger does. */
export function outputsText(outputs: CellRun["outputs"]): string {
  return JSON.stringify(outputs, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));
}

function toRun(row: Record<string, unknown>): CellRun {
  return { ...toRunFacts(row)!, outputs: JSON.parse(row.outputs as string) };
}
