import type { CellDraft, Language } from "../../../notebook/notebook.ts";
import type { CellChanges, CellState } from "../../../notebook/notebook-store.ts";
import { cellName } from "../../cell-name.ts";
import {
  CELLS_NAMED,
  cellNotFound,
  checkNamed,
  checkVersion,
  RUN_COLUMNS,
  toCell,
} from "../../notebook-rows.ts";
import type { Queryable } from "../database.ts";
import type { LockedNotebook } from "./notebook-table.ts";

/** A cell. Fails if it does not exist or has another version than expected. */
export async function findCell(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  expected?: number,
): Promise<CellState> {
  const [row] = await tx.query(ONE, [notebookId, cellId]);
  if (!row) {
    const ids = await tx.query(IDS, [notebookId, CELLS_NAMED + 1]);
    throw cellNotFound(
      cellId,
      ids.map((found) => found.id as string),
    );
  }
  const cell = toCell(row);
  checkVersion(cell, expected);
  return cell;
}

/** Inserts the cells of a new notebook. */
export async function insertCells(
  tx: Queryable,
  notebookId: string,
  cells: readonly CellDraft[],
  language: Language,
): Promise<void> {
  if (cells.length === 0) return;
  const ids = cells.map((_, index) => `cell-${index + 1}`);
  const taken = new Set<string>();
  const names = cells.map((cell, index) => {
    if (cell.kind !== "code") return null;
    const name = cellName(ids[index]!, language, cell.filename, (name) => taken.has(name));
    taken.add(name);
    return name;
  });
  const kinds = cells.map(({ kind }) => kind);
  await tx.query(INSERT_ALL, [notebookId, ids, kinds, names, cells.map(({ content }) => content)]);
}

/** Inserts a cell at a place from 1 to the number of cells plus 1. */
export async function insertCell(
  tx: Queryable,
  { id: notebookId, language, cellCount }: LockedNotebook,
  cellId: string,
  place: number,
  cell: CellDraft,
): Promise<CellState> {
  if (place <= cellCount) await tx.query(MAKE_ROOM, [notebookId, place]);
  const name = cell.kind === "code" ? await nameFor(tx, notebookId, cellId, language, cell.filename) : null;
  const [row] = await tx.query(INSERT, [notebookId, cellId, place, cell.kind, name, cell.content]);
  return toCell(row!);
}

/** Changes a cell. Returns what really changed, and the previous place of a moved cell. */
export async function updateCell(
  tx: Queryable,
  { id: notebookId, language, cellCount }: LockedNotebook,
  cell: CellState,
  changes: CellChanges,
): Promise<{
  readonly content: boolean;
  readonly filename: boolean;
  readonly movedFrom: number | undefined;
}> {
  checkNamed(cell, changes);
  const content = changes.content?.toWellFormed() ?? cell.content;
  const before = cell.kind === "code" ? cell.filename : null;
  const { filename, position } = changes;
  const name = filename === undefined ? before : await nameFor(tx, notebookId, cell.id, language, filename);
  const place = position === undefined ? undefined : Math.max(1, Math.min(position, cellCount));
  const movedFrom = place === undefined ? undefined : await moveCell(tx, notebookId, cell.id, place);
  const changed = { content: content !== cell.content, filename: name !== before, movedFrom };
  if (changed.content || changed.filename || movedFrom !== undefined)
    await tx.query(UPDATE, [notebookId, cell.id, content, name]);
  return changed;
}

/** Moves a cell. Returns its previous place; undefined if it stays. */
async function moveCell(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  to: number,
): Promise<number | undefined> {
  const [row] = await tx.query(PLACE, [notebookId, cellId]);
  const from = row!.place as number;
  if (to === from) return undefined;
  await tx.query(CLOSE_GAP, [notebookId, from]);
  await tx.query(MAKE_ROOM, [notebookId, to]);
  await tx.query(PUT, [notebookId, cellId, to]);
  return from;
}

/** Deletes a cell; those after it move up. */
export async function removeCell(tx: Queryable, notebookId: string, cellId: string): Promise<void> {
  const [removed] = await tx.query(REMOVE, [notebookId, cellId]);
  await tx.query(CLOSE_GAP, [notebookId, removed!.place]);
}

async function nameFor(
  tx: Queryable,
  notebookId: string,
  cellId: string,
  language: Language,
  requested: string | undefined,
): Promise<string> {
  const rows = await tx.query(NAMES, [notebookId, cellId]);
  const taken = new Set(rows.map((row) => row.filename as string));
  return cellName(cellId, language, requested, (name) => taken.has(name));
}

const ONE = `SELECT c.id, c.kind, c.filename, c.version, c.content, ${RUN_COLUMNS} FROM clew.cell c
    LEFT JOIN clew.cell_run r ON r.notebook_id = c.notebook_id AND r.cell_id = c.id
  WHERE c.notebook_id = $1 AND c.id = $2`;
const IDS = "SELECT id FROM clew.cell WHERE notebook_id = $1 ORDER BY place LIMIT $2";
const PLACE = "SELECT place FROM clew.cell WHERE notebook_id = $1 AND id = $2";
const PUT = "UPDATE clew.cell SET place = $3 WHERE notebook_id = $1 AND id = $2";
const NAMES = "SELECT filename FROM clew.cell WHERE notebook_id = $1 AND id <> $2 AND filename IS NOT NULL";
const MAKE_ROOM = "UPDATE clew.cell SET place = place + 1 WHERE notebook_id = $1 AND place >= $2";
const CLOSE_GAP = "UPDATE clew.cell SET place = place - 1 WHERE notebook_id = $1 AND place > $2";
const INSERT = `INSERT INTO clew.cell (notebook_id, id, place, kind, filename, content) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING id, kind, filename, version, content, NULL AS status, false AS stale`;
const INSERT_ALL = `INSERT INTO clew.cell (notebook_id, id, place, kind, filename, content)
  SELECT $1, new.id, new.place, new.kind, new.filename, new.content
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
    AS new (id, kind, filename, content, place)`;
const UPDATE = `UPDATE clew.cell SET content = $3, filename = $4, version = version + 1
  WHERE notebook_id = $1 AND id = $2`;
const REMOVE = "DELETE FROM clew.cell WHERE notebook_id = $1 AND id = $2 RETURNING place";
