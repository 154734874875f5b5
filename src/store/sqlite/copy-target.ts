import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "../../files/sqlite.ts";
import { Failure } from "../../ledger/index.ts";
import {
  COPY_TABLES,
  type CopyRow,
  type CopyTable,
  type CopyTarget,
  type Cursor,
  columnsOf,
} from "../copy/port.ts";
import { connect } from "./connect.ts";
import { readCopy } from "./copy-source.ts";
import { translate } from "./failures.ts";
import { endCopy, isCopying, markCopying } from "./migrate.ts";
import { createIndexUpdates } from "./update-indexes.ts";

/**
 * Opens the SQLite file that a ledger is copied to, and creates it if it is missing. The progress of the copy is in a
 * table of its own; until the copy has ended, the file is not marked as a ledger.
 */
export async function openSqliteCopyTarget(file: string): Promise<CopyTarget> {
  const unfinished = openUnfinished(file);
  const db = unfinished ?? (await connect(file));
  // What a power loss destroys is copied again; only the end is synced.
  db.exec("PRAGMA synchronous = NORMAL");
  const writers = new Map<CopyTable, WriteRow>();
  let reached: Cursor | undefined;

  function atOnce<T>(work: () => T): T {
    try {
      db.exec("BEGIN IMMEDIATE");
      const done = work();
      db.exec("COMMIT");
      return done;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw translate(error);
    }
  }

  function note(name: string, value: unknown): void {
    db.prepare("INSERT OR REPLACE INTO copy (name, value) VALUES (?, ?)").run(name, JSON.stringify(value));
  }

  function noted(name: string): unknown {
    const row = db.prepare("SELECT value FROM copy WHERE name = ?").get(name);
    return row && JSON.parse(row.value as string);
  }

  function empty(): void {
    db.exec("INSERT INTO thought_text (thought_text) VALUES ('delete-all')");
    for (const table of [...COPY_TABLES, "cell_output", "invocation_body", "copy"])
      db.exec(`DELETE FROM ${table}`);
  }

  return {
    begin: async (plan) =>
      atOnce(() => {
        if (!isCopying(db)) {
          const used = COPY_TABLES.find((table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get());
          if (used)
            throw new Failure("COPY_REFUSED", {
              reason: `${file} already contains a ledger (its table ${used} is not empty)`,
            });
          db.exec("CREATE TABLE copy (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
          markCopying(db);
        }
        if (!isDeepStrictEqual(noted("contents"), plan)) {
          empty();
          note("contents", plan);
        }
        reached = noted("reached") as Cursor | undefined;
        return reached;
      }),
    write: async ({ rows, cursor }) =>
      atOnce(() => {
        if (!isDeepStrictEqual(noted("reached"), reached))
          throw new Failure("COPY_REFUSED", { reason: "another copy to the same file is running" });
        const write = writers.get(cursor.table) ?? prepareWrite(db, cursor.table);
        writers.set(cursor.table, write);
        for (const row of rows) write(row);
        note("reached", cursor);
        reached = cursor;
      }),
    derive: () => createIndexUpdates(db, async (work) => atOnce(work)).catchUp(),
    written: async () => ({ ...readCopy(db), close: async () => {} }),
    end: async () => {
      db.exec("PRAGMA synchronous = FULL");
      atOnce(() => {
        db.exec("DROP TABLE copy");
        endCopy(db);
      });
    },
    giveUp: async () => atOnce(() => note("contents", null)),
    close: async () => db.close(),
  };
}

/** The database of an unfinished copy, if the file contains one. */
function openUnfinished(file: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const isUnfinished = isCopying(db);
    db.close();
    return isUnfinished ? new DatabaseSync(file, { timeout: 5000 }) : undefined;
  } catch {
    // A missing file is created, and other contents are refused, when it is opened as a ledger.
    if (db?.isOpen) db.close();
    return undefined;
  }
}

/** Writes a row. */
type WriteRow = (row: CopyRow) => void;

function prepareWrite(db: DatabaseSync, table: CopyTable): WriteRow {
  const writers = writtenTables(table).map(([name, columns]) => {
    const statement = db.prepare(
      `INSERT INTO ${name} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
    );
    return (row: CopyRow) => statement.run(...columns.map((column) => stored(row[column]!)));
  });
  return (row) => {
    for (const write of writers) write(row);
  };
}

/** The tables that rows of a copied table are written to, with the columns of each. */
function writtenTables(table: CopyTable): readonly (readonly [string, readonly string[]])[] {
  switch (table) {
    case "session":
      return [[table, columnsOf(table, "source")]];
    case "notebook":
      return [[table, columnsOf(table, "cell_count")]];
    case "cell_run":
      return [
        [table, columnsOf(table, "outputs")],
        ["cell_output", ["notebook_id", "cell_id", "outputs"]],
      ];
    case "invocation":
      return [
        [table, columnsOf(table, "input", "output")],
        ["invocation_body", ["number", "input", "output"]],
      ];
    default:
      return [[table, columnsOf(table)]];
  }
}

function stored(value: CopyRow[string]): string | number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
