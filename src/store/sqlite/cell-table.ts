import type { DatabaseSync } from "node:sqlite";
import type { Language } from "../../notebook/notebook.ts";
import type { CellChanges, CellState, NewCell } from "../../notebook/notebook-store.ts";
import { cellName } from "../cell-name.ts";
import {
  CELLS_NAMED,
  cellNotFound,
  checkNamed,
  checkVersion,
  RUN_COLUMNS,
  toCell,
} from "../notebook-rows.ts";

/** Prepares the statements on cells; those that write must run inside a write transaction. */
export function createCellTable(db: DatabaseSync) {
  const sql = prepare(db);

  function find(notebookId: string, cellId: string): CellState {
    const row = sql.one.get(notebookId, cellId);
    if (row) return toCell(row);
    const ids = sql.ids.all(notebookId, CELLS_NAMED + 1).map((found) => found.id as string);
    throw cellNotFound(cellId, ids);
  }

  function nameFor(notebookId: string, cellId: string, language: Language, wanted?: string): string {
    const isTaken = (name: string) => sql.named.get(notebookId, name, cellId) !== undefined;
    return cellName(cellId, language, wanted, isTaken);
  }

  /** Moves a cell and returns its old place; undefined if it did not move. */
  function move(notebookId: string, cellId: string, position: number | undefined): number | undefined {
    if (position === undefined) return undefined;
    const from = sql.place.get(notebookId, cellId)!.place as number;
    const to = Math.max(1, Math.min(position, sql.last.get(notebookId)!.place as number));
    if (to === from) return undefined;
    sql.closeGap.run({ notebookId, cellId });
    sql.makeRoom.run(notebookId, to);
    sql.put.run(to, notebookId, cellId);
    return from;
  }

  return {
    /** A notebook's cells in order. */
    all: (notebookId: string): CellState[] => sql.all.all(notebookId).map(toCell),
    /** Returns a cell. Fails if it does not exist or has another version than expected. */
    find(notebookId: string, cellId: string, expected?: number): CellState {
      const cell = find(notebookId, cellId);
      checkVersion(cell, expected);
      return cell;
    },
    insert(notebookId: string, cellId: string, cell: NewCell, language: Language): void {
      const end = (sql.last.get(notebookId)!.place as number) + 1;
      const place = Math.max(1, Math.min(cell.position ?? end, end));
      if (place < end) sql.makeRoom.run(notebookId, place);
      const name = cell.kind === "code" ? nameFor(notebookId, cellId, language, cell.filename) : null;
      sql.insert.run(notebookId, cellId, place, cell.kind, name, cell.content);
    },
    /** Changes a cell. Returns what has really changed, and the old place of a moved cell. */
    update(notebookId: string, cell: CellState, changes: CellChanges, language: Language) {
      const content = changes.content?.toWellFormed() ?? cell.content;
      const before = cell.kind === "code" ? cell.filename : null;
      checkNamed(cell, changes);
      const { filename } = changes;
      const name = filename === undefined ? before : nameFor(notebookId, cell.id, language, filename);
      const movedFrom = move(notebookId, cell.id, changes.position);
      const changed = { content: content !== cell.content, filename: name !== before, movedFrom };
      if (changed.content || changed.filename || movedFrom !== undefined)
        sql.update.run(content, name, notebookId, cell.id);
      return changed;
    },
    remove(notebookId: string, cellId: string): void {
      sql.closeGap.run({ notebookId, cellId });
      sql.remove.run(notebookId, cellId);
    },
  };
}

function prepare(db: DatabaseSync) {
  const cells = `SELECT c.id, c.kind, c.filename, c.version, c.content, ${RUN_COLUMNS} FROM cell c
    LEFT JOIN cell_run r ON r.notebook_id = c.notebook_id AND r.cell_id = c.id WHERE c.notebook_id = ?`;
  return {
    all: db.prepare(`${cells} ORDER BY c.place`),
    one: db.prepare(`${cells} AND c.id = ?`),
    ids: db.prepare("SELECT id FROM cell WHERE notebook_id = ? ORDER BY place LIMIT ?"),
    last: db.prepare("SELECT ifnull(max(place), 0) AS place FROM cell WHERE notebook_id = ?"),
    place: db.prepare("SELECT place FROM cell WHERE notebook_id = ? AND id = ?"),
    put: db.prepare("UPDATE cell SET place = ? WHERE notebook_id = ? AND id = ?"),
    named: db.prepare("SELECT 1 FROM cell WHERE notebook_id = ? AND filename = ? AND id != ?"),
    makeRoom: db.prepare("UPDATE cell SET place = place + 1 WHERE notebook_id = ? AND place >= ?"),
    closeGap: db.prepare(
      `UPDATE cell SET place = place - 1 WHERE notebook_id = :notebookId
         AND place > (SELECT place FROM cell WHERE notebook_id = :notebookId AND id = :cellId)`,
    ),
    insert: db.prepare(
      "INSERT INTO cell (notebook_id, id, place, kind, filename, content) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    update: db.prepare(
      "UPDATE cell SET content = ?, filename = ?, version = version + 1 WHERE notebook_id = ? AND id = ?",
    ),
    remove: db.prepare("DELETE FROM cell WHERE notebook_id = ? AND id = ?"),
  };
}
