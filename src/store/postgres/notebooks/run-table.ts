import type { CellRun, RunFacts } from "../../../notebook/notebook-store.ts";
import { LAST_PLACE, RUN_COLUMNS, toRun } from "../../notebook-rows.ts";
import type { Queryable } from "../database.ts";

/** The last run of a cell. */
export async function findRun(
  rows: Queryable,
  notebookId: string,
  cellId: string,
): Promise<CellRun | undefined> {
  const [row] = await rows.query(ONE, [notebookId, cellId]);
  return row && toRun(row);
}

/** The last runs of all cells by their ids. */
export async function findRuns(rows: Queryable, notebookId: string): Promise<ReadonlyMap<string, CellRun>> {
  const found = await rows.query(ALL, [notebookId]);
  return new Map(found.map((row) => [row.cell_id as string, toRun(row)]));
}

/** Keeps a run in place of the one before; its outputs come as text, see `outputsText`. */
export async function saveRun(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  { status, exitCode, durationMs, startedAt, truncated }: RunFacts,
  outputs: string,
  stale: boolean,
): Promise<void> {
  const facts = [status, exitCode, durationMs, startedAt, truncated, stale];
  await tx.query(SAVE, [notebookId, cellId, ...facts, outputs]);
}

/** Takes the run of a cell away. */
export async function removeRun(tx: Queryable, notebookId: string, cellId: string): Promise<void> {
  await tx.query("DELETE FROM clew.cell_run WHERE notebook_id = $1 AND cell_id = $2", [notebookId, cellId]);
}

/** Marks every cell that has run. */
export async function markAll(tx: Queryable, notebookId: string): Promise<void> {
  await tx.query(MARK_ALL, [notebookId]);
}

/** Marks a cell and those behind it, also from where it was moved, as far as they have run. */
export async function markFrom(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  movedFrom: number = LAST_PLACE,
): Promise<void> {
  await tx.query(MARK_FROM, [notebookId, cellId, movedFrom]);
}

const ALL = `SELECT r.cell_id, ${RUN_COLUMNS}, r.outputs FROM clew.cell_run r WHERE r.notebook_id = $1`;
const ONE = `${ALL} AND r.cell_id = $2`;
const SAVE = `INSERT INTO clew.cell_run
    (notebook_id, cell_id, status, exit_code, duration_ms, started_at, truncated, stale, outputs)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (notebook_id, cell_id) DO UPDATE SET status = excluded.status, exit_code = excluded.exit_code,
    duration_ms = excluded.duration_ms, started_at = excluded.started_at, truncated = excluded.truncated,
    stale = excluded.stale, outputs = excluded.outputs`;
const MARK_ALL = "UPDATE clew.cell_run SET stale = true WHERE notebook_id = $1 AND NOT stale";
const MARK_FROM = `UPDATE clew.cell_run SET stale = true WHERE notebook_id = $1 AND NOT stale AND cell_id IN (
    SELECT id FROM clew.cell WHERE notebook_id = $1
      AND place >= least($3::int, (SELECT place FROM clew.cell WHERE notebook_id = $1 AND id = $2)))`;
