import type { DatabaseSync } from "node:sqlite";
import { Failure } from "../../ledger/index.ts";
import type { Language } from "../../notebook/notebook.ts";
import type {
  NewNotebook,
  NotebookChanges,
  NotebookState,
  NotebookSummary,
} from "../../notebook/notebook-store.ts";
import type { Clock } from "../clock.ts";
import { toNotebook } from "../notebook-rows.ts";
import type { Feed } from "./feed.ts";

/** Prepares the statements on notebooks; those that write must run inside a write transaction. */
export function createNotebookTable(db: DatabaseSync, feed: Feed, clock: Clock) {
  const sql = prepare(db);

  return {
    /** A notebook without its cells. */
    find(id: string): Omit<NotebookState, "cells"> | undefined {
      const row = sql.one.get(id);
      return row && toNotebook(row);
    },
    /** Last changed first. */
    list(idPrefix: string, limit: number, owner?: string): NotebookSummary[] {
      const until = `${idPrefix}\u{10ffff}`;
      const rows =
        owner === undefined
          ? sql.list.all({ idPrefix, until, limit })
          : sql.listOwned.all({ idPrefix, until, limit, owner });
      return rows.map(toNotebook);
    },
    /** Inserts a notebook without cells. */
    create({ id, title, language, allowNet = [], packageJson, tsconfig, owner }: NewNotebook): void {
      const now = clock.now();
      const hosts = JSON.stringify(allowNet);
      const position = feed.noteNotebook(id);
      const files = [packageJson ?? null, tsconfig ?? null];
      sql.insert.run(id, title, language, hosts, now, now, position, ...files, owner ?? null);
    },
    change(id: string, { title, packageJson, allowNet }: NotebookChanges): void {
      sql.update.run(title ?? null, packageJson ?? null, allowNet ? JSON.stringify(allowNet) : null, id);
    },
    /** Records that a notebook has changed. */
    touch: (id: string): void => void sql.touch.run(clock.now(), feed.noteNotebook(id), id),
    /** The language of a notebook. Fails if the notebook does not exist. */
    languageOf(id: string): Language {
      const row = sql.language.get(id);
      if (!row) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId: id });
      return row.language as Language;
    },
    /** A cell id that was never used in the notebook. */
    newCellId: (id: string): string => `cell-${sql.countCell.get(id)!.cells_made}`,
  };
}

function prepare(db: DatabaseSync) {
  // The places of cells have no gaps, so the last one is the number of cells.
  const summary = `id, title, language, allow_net, created_at, updated_at, owner,
    (SELECT ifnull(max(place), 0) FROM cell WHERE notebook_id = notebook.id) AS cell_count`;
  return {
    one: db.prepare(`SELECT ${summary}, package_json, tsconfig FROM notebook WHERE id = ?`),
    list: db.prepare(
      `SELECT ${summary} FROM notebook WHERE :idPrefix = '' OR (id >= :idPrefix AND id < :until)
       ORDER BY position DESC LIMIT :limit`,
    ),
    listOwned: db.prepare(
      `SELECT ${summary} FROM notebook WHERE owner = :owner AND (:idPrefix = '' OR (id >= :idPrefix AND id < :until))
       ORDER BY position DESC LIMIT :limit`,
    ),
    insert: db.prepare(
      `INSERT INTO notebook (id, title, language, allow_net, created_at, updated_at, position, package_json, tsconfig,
         owner)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: db.prepare(
      `UPDATE notebook SET title = ifnull(?, title), package_json = ifnull(?, package_json),
         allow_net = ifnull(?, allow_net) WHERE id = ?`,
    ),
    touch: db.prepare("UPDATE notebook SET updated_at = ?, position = ? WHERE id = ?"),
    language: db.prepare("SELECT language FROM notebook WHERE id = ?"),
    countCell: db.prepare(
      "UPDATE notebook SET cells_made = cells_made + 1 WHERE id = ? RETURNING cells_made",
    ),
  };
}
