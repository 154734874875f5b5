import { Failure } from "../../../ledger/index.ts";
import type { Language } from "../../../notebook/notebook.ts";
import type {
  NewNotebook,
  NotebookChanges,
  NotebookState,
  NotebookSummary,
} from "../../../notebook/notebook-store.ts";
import { RUN_COLUMNS, toCell, toNotebook } from "../../notebook-rows.ts";
import type { Queryable } from "../database.ts";
import type { NotebookWrite } from "./notebook-write.ts";

/** What a writer that holds a notebook knows of it. */
export interface HeldNotebook {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly cellsMade: number;
  readonly cellCount: number;
}

/** A notebook with its cells, in one state whoever writes in the meantime. */
export async function findNotebook(rows: Queryable, id: string): Promise<NotebookState | undefined> {
  const found = await rows.query(ONE, [id]);
  const [first] = found;
  if (!first) return undefined;
  const cells = found.filter((row) => row.cell_id !== null).map((row) => toCell({ ...row, id: row.cell_id }));
  return { ...toNotebook(first), cells };
}

/** Notebooks, those that changed last first. */
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

/** Keeps a notebook that is to have so many cells, and notes it in the feed. */
export async function insertNotebook(
  tx: NotebookWrite,
  { id, title, language, allowNet = [], packageJson, tsconfig, owner, cells }: NewNotebook,
  now: number,
): Promise<void> {
  const files = [packageJson ?? null, tsconfig ?? null];
  const row = [title, language, JSON.stringify(allowNet), cells.length, now, ...files, owner ?? null];
  await tx.note(INSERT, [id, ...row]);
}

/** Takes a notebook for this transaction: nobody else writes to it until that has ended. One must exist. */
export async function holdNotebook(tx: Queryable, id: string): Promise<HeldNotebook> {
  const [row] = await tx.query(HOLD, [id]);
  if (!row) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId: id });
  const [cellsMade, cellCount] = [row.cells_made as number, row.cell_count as number];
  return { id, title: row.title as string, language: row.language as Language, cellsMade, cellCount };
}

/** Changes a notebook's own parts. */
export async function changeNotebook(
  tx: Queryable,
  id: string,
  { title, packageJson, allowNet }: NotebookChanges,
): Promise<void> {
  const hosts = allowNet ? JSON.stringify(allowNet) : null;
  await tx.query(CHANGE, [id, title ?? null, packageJson ?? null, hosts]);
}

/** Notes in the feed that something in a notebook that is held has changed, and how many cells it has now. */
export async function touchNotebook(
  tx: NotebookWrite,
  { id, cellsMade, cellCount }: HeldNotebook,
  now: number,
): Promise<void> {
  await tx.note(TOUCH, [id, now, cellsMade, cellCount]);
}

const SUMMARY = "n.id, n.title, n.language, n.allow_net, n.cell_count, n.created_at, n.updated_at, n.owner";
// The files come once, with the first cell, or with none.
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
const HOLD = "SELECT title, language, cells_made, cell_count FROM clew.notebook WHERE id = $1 FOR UPDATE";
const CHANGE = `UPDATE clew.notebook SET title = coalesce($2, title), package_json = coalesce($3, package_json),
    allow_net = coalesce($4, allow_net) WHERE id = $1`;
// A transaction that waited for the notebook may have the lower position of two.
const TOUCH = `UPDATE clew.notebook SET updated_at = $2, cells_made = $3, cell_count = $4,
    position = greatest(position, clew.next_position(0)) WHERE id = $1 RETURNING id`;
