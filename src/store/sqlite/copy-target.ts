import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "../../files/sqlite.ts";
import { COPY_TABLES, CopyRefusal, type CopyTable, type CopyTarget, type Progress } from "../copy/port.ts";
import { connect } from "./connect.ts";
import { readCopy } from "./copy-source.ts";
import { prepareWrite, type WriteRow } from "./copy-writes.ts";
import { translate } from "./failures.ts";
import { createFollowUp } from "./follow-up.ts";
import { endCopy, isCopying, markCopying } from "./migrate.ts";

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
  let reached: Progress = {};

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
            throw new CopyRefusal(`${file} holds a ledger already (there is something in its table ${used})`);
          db.exec("CREATE TABLE copy (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
          markCopying(db);
        }
        if (!isDeepStrictEqual(noted("plan"), plan)) {
          empty();
          note("plan", plan);
        }
        const begun = COPY_TABLES.map((table) => [table, noted(table)] as const);
        reached = Object.fromEntries(begun.filter(([, cursor]) => cursor !== undefined)) as Progress;
        return reached;
      }),
    write: async (table, { rows, cursor }) =>
      atOnce(() => {
        if (!isDeepStrictEqual(noted(table), reached[table]))
          throw new CopyRefusal("another copy into the same file is under way");
        const write = writers.get(table) ?? prepareWrite(db, table);
        writers.set(table, write);
        for (const row of rows) write(row);
        note(table, cursor);
        reached = { ...reached, [table]: cursor };
      }),
    derive: () => createFollowUp(db, async (work) => atOnce(work)).catchUp(),
    written: async () => ({ ...readCopy(db), close: async () => {} }),
    end: async () => {
      db.exec("PRAGMA synchronous = FULL");
      atOnce(() => {
        db.exec("DROP TABLE copy");
        endCopy(db);
      });
    },
    giveUp: async () => atOnce(() => note("plan", null)),
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
