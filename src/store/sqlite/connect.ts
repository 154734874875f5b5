import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../ledger/index.ts";
import { isBusy, translate } from "./failures.ts";
import { migrate } from "./migrate.ts";

/** How long an operation keeps trying while other processes hold the lock. */
export const PATIENCE_MS = 30_000;

/** Opens the database file, making its folder and schema when they are missing. */
export async function connect(file: string): Promise<DatabaseSync> {
  if (file !== ":memory:") makeFolder(dirname(file));
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(5 + Math.random() * 20)) {
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file, { timeout: 100 });
      configure(db);
      migrate(db);
      return db;
    } catch (error) {
      db?.close();
      if (!isBusy(error) || Date.now() > deadline) throw translate(error);
    }
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Failure("STORE_UNREADABLE", {}, { cause });
  }
}

function configure(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA temp_store = MEMORY;
    -- SQLite waits without yielding to anything else in the process, so it waits briefly and the writer does the rest.
    PRAGMA busy_timeout = 20;
  `);
}
