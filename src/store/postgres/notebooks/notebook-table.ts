import { Failure } from "../../../ledger/index.ts";
import type { Language } from "../../../notebook/notebook.ts";
import type {
  CellRun,
  NewNotebook,
  NotebookChanges,
  NotebookState,
  NotebookSummary,
  RunFacts,
} from "../../../notebook/notebook-store.ts";
import { LAST_PLACE, RUN_COLUMNS, toCell, toNotebook, toRun } from "../../notebook-rows.ts";
import type { Queryable } from "../database.ts";
import type { NotebookWrite } from "./notebook-store.ts";

/** A notebook that this transaction has locked. */
export interface LockedNotebook {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly cellsMade: number;
  readonly cellCount: number;
}

/** A notebook with its cells, read in one statement for a consistent state. */
export async function findNotebook(rows: Queryable, id: string): Promise<NotebookState | undefined> {
  const found = await rows.query(ONE, [id]);
  const [first] = found;
  if (!first) return undefined;
  const cells = found.filter((row) => row.cell_id !== null).map((row) => toCell({ ...row, id: row.cell_id }));
  return { ...toNotebook(first), cells };
}

/** Notebooks, the last changed first. */
export async function listNotebooks(
  rows: Queryable,
  idPrefix: string,
  limit: number,
  owner: string | undefined,
): Promise<NotebookSummary[]> {
  const range = [idPrefix, `${idPrefix}\u{10ffff}`, limit];
  const found =
    owner === undefined ? await rows.query(LIST, range) : await rows.query(LIST_OWNED, [...range, owner]);
  return found.map(toNotebook);
}

/** Inserts a notebook, without its cells, and adds it to the feed. */
export async function insertNotebook(
  tx: NotebookWrite,
  { id, title, language, allowNet = [], packageJson, tsconfig, owner, cells }: NewNotebook,
  now: number,
): Promise<void> {
  const files = [packageJson ?? null, tsconfig ?? null];
  const row = [title, language, JSON.stringify(allowNet), cells.length, now, ...files, owner ?? null];
  await tx.note(INSERT, [id, ...row]);
}

/** Locks a notebook until the transaction ends. Fails if it does not exist. */
export async function lockNotebook(tx: Queryable, id: string): Promise<LockedNotebook> {
  const [row] = await tx.query(LOCK, [id]);
  if (!row) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId: id });
  const [cellsMade, cellCount] = [row.cells_made as number, row.cell_count as number];
  return { id, title: row.title as string, language: row.language as Language, cellsMade, cellCount };
}

/** Changes a notebook's title, package.json and network access. */
export async function changeNotebook(
  tx: Queryable,
  id: string,
  { title, packageJson, allowNet }: NotebookChanges,
): Promise<void> {
  const hosts = allowNet ? JSON.stringify(allowNet) : null;
  await tx.query(CHANGE, [id, title ?? null, packageJson ?? null, hosts]);
}

/** Adds a change of a locked notebook to the feed, and saves its number of cells. */
export async function touchNotebook(
  tx: NotebookWrite,
  { id, cellsMade, cellCount }: LockedNotebook,
  now: number,
): Promise<void> {
  await tx.note(TOUCH, [id, now, cellsMade, cellCount]);
}

const SUMMARY = "n.id, n.title, n.language, n.allow_net, n.cell_count, n.created_at, n.updated_at, n.owner";
// The files are part of the first row only.
const ONE = `SELECT ${SUMMARY}, c.id AS cell_id, c.kind, c.filename, c.version, c.content, ${RUN_COLUMNS},
    CASE WHEN coalesce(c.place, 1) = 1 THEN n.package_json END AS package_json,
    CASE WHEN coalesce(c.place, 1) = 1 THEN n.tsconfig END AS tsconfig
  FROM clew.notebook n
    LEFT JOIN clew.cell c ON c.notebook_id = n.id
    LEFT JOIN clew.cell_run r ON r.notebook_id = c.notebook_id AND r.cell_id = c.id
  WHERE n.id = $1 ORDER BY c.place`;
const LIST = `SELECT ${SUMMARY} FROM clew.notebook n
  WHERE $1::text = '' OR (n.id >= $1 AND n.id < $2) ORDER BY n.position DESC LIMIT $3`;
const LIST_OWNED = `SELECT ${SUMMARY} FROM clew.notebook n
  WHERE n.owner = $4 AND ($1::text = '' OR (n.id >= $1 AND n.id < $2)) ORDER BY n.position DESC LIMIT $3`;
const INSERT = `INSERT INTO clew.notebook (id, title, language, allow_net, cells_made, cell_count, created_at, updated_at, position,
    package_json, tsconfig, owner)
  VALUES ($1, $2, $3, $4, $5, $5, $6, $6, clew.next_position(0), $7, $8, $9)
  RETURNING id`;
const LOCK = "SELECT title, language, cells_made, cell_count FROM clew.notebook WHERE id = $1 FOR UPDATE";
const CHANGE = `UPDATE clew.notebook SET title = coalesce($2, title), package_json = coalesce($3, package_json),
    allow_net = coalesce($4, allow_net) WHERE id = $1`;
// A transaction that waited for the lock may have a lower position than the one before it.
const TOUCH = `UPDATE clew.notebook SET updated_at = $2, cells_made = $3, cell_count = $4,
    position = greatest(position, clew.next_position(0)) WHERE id = $1 RETURNING id`;

/** The last run of a cell. */
export async function findRun(
  rows: Queryable,
  notebookId: string,
  cellId: string,
): Promise<CellRun | undefined> {
  const [row] = await rows.query(RUN, [notebookId, cellId]);
  return row && toRun(row);
}

/** The last runs of all cells, by cell id. */
export async function findRuns(rows: Queryable, notebookId: string): Promise<ReadonlyMap<string, CellRun>> {
  const found = await rows.query(RUNS, [notebookId]);
  return new Map(found.map((row) => [row.cell_id as string, toRun(row)]));
}

/** Replaces the run of a cell. The outputs are the text of `outputsText`. */
export async function saveRun(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  { status, exitCode, durationMs, startedAt, truncated }: RunFacts,
  outputs: string,
  stale: boolean,
): Promise<void> {
  const facts = [status, exitCode, durationMs, startedAt, truncated, stale];
  await tx.query(SAVE_RUN, [notebookId, cellId, ...facts, outputs]);
}

/** Deletes the run of a cell. */
export async function removeRun(tx: Queryable, notebookId: string, cellId: string): Promise<void> {
  await tx.query("DELETE FROM clew.cell_run WHERE notebook_id = $1 AND cell_id = $2", [notebookId, cellId]);
}

/** Marks every cell that has run as stale. */
export async function markAllStale(tx: Queryable, notebookId: string): Promise<void> {
  await tx.query(MARK_ALL, [notebookId]);
}

/** Marks a cell and those after it as stale if they have run; for a moved cell, from the first of both places. */
export async function markStaleFrom(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  movedFrom: number = LAST_PLACE,
): Promise<void> {
  await tx.query(MARK_FROM, [notebookId, cellId, movedFrom]);
}

const RUNS = `SELECT r.cell_id, ${RUN_COLUMNS}, r.outputs FROM clew.cell_run r WHERE r.notebook_id = $1`;
const RUN = `${RUNS} AND r.cell_id = $2`;
const SAVE_RUN = `INSERT INTO clew.cell_run
    (notebook_id, cell_id, status, exit_code, duration_ms, started_at, truncated, stale, outputs)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (notebook_id, cell_id) DO UPDATE SET status = excluded.status, exit_code = excluded.exit_code,
    duration_ms = excluded.duration_ms, started_at = excluded.started_at, truncated = excluded.truncated,
    stale = excluded.stale, outputs = excluded.outputs`;
const MARK_ALL = "UPDATE clew.cell_run SET stale = true WHERE notebook_id = $1 AND NOT stale";
const MARK_FROM = `UPDATE clew.cell_run SET stale = true WHERE notebook_id = $1 AND NOT stale AND cell_id IN (
    SELECT id FROM clew.cell WHERE notebook_id = $1
      AND place >= least($3::int, (SELECT place FROM clew.cell WHERE notebook_id = $1 AND id = $2)))`;
