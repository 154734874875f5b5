import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "../../files/sqlite.ts";
import { Failure } from "../../ledger/index.ts";
import { isBusy, isNotDatabase, isUnwritable, translate } from "./failures.ts";
import { identityOf, isLogged, isSameFile } from "./file-guard.ts";
import { migrate, refuse } from "./migrate.ts";

/** How long an operation retries while other processes hold the lock. */
export const PATIENCE_MS = 30_000;

/**
 * Opens the database file and creates its folder and schema if they are missing. On a read-only disk it opens for
 * reading.
 */
export async function connect(file: string): Promise<DatabaseSync> {
  if (file !== ":memory:") prepareFile(file);
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(5 + Math.random() * 20)) {
    const before = identityOf(file);
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file, { timeout: 100 });
      configure(db);
      migrate(db);
      const after = identityOf(file);
      const isWhole = !isLogged(db) || (existsSync(`${file}-wal`) && existsSync(`${file}-shm`));
      if (isWhole && (!before || (after && isSameFile(before, after)))) return db;
      // The files were replaced while they were opened: this connection has some that no other process would find.
      db.close();
      if (Date.now() > deadline) throw new Failure("STORE_MOVED", {});
    } catch (error) {
      db?.close();
      if (isBusy(error) && Date.now() <= deadline) continue;
      if (isUnwritable(error) && !isWritable(dirname(file))) return connectReadOnly(file, error);
      throw translate(error);
    }
  }
}

function prepareFile(file: string): void {
  makeFolder(dirname(file));
  // SQLite deletes a log without a database, which may be the only copy of acknowledged thoughts. Beside an empty
  // file it would mix the log of one database with another.
  if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0 && sizeOf(file) === 0)
    throw new Failure("STORE_MOVED", {});
  // Another process may be writing the first page right now, so only a state that is seen twice counts.
  const reason = look(file) && look(file);
  if (reason) throw translate(reason);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    // The error code is not enough: on a read-only disk Node reports a missing folder.
    let parent = folder;
    while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent);
    const code = isWritable(parent) ? "STORE_UNREADABLE" : "STORE_READ_ONLY";
    throw new Failure(code, {}, { cause });
  }
}

/**
 * Returns why the file must not be opened. Takes no lock and creates no file, so that other programs' files are not
 * touched. SQLite does the reading: closing the file ourselves would drop the locks of this process's other
 * connections.
 */
function look(file: string): unknown {
  let db: DatabaseSync | undefined;
  try {
    db = openImmutable(file);
    refuse(db);
  } catch (error) {
    // A missing file will be created, and a file may look torn until its journal is applied: both are left to the
    // real opening.
    const certain = error instanceof Failure || isNotDatabase(error);
    return certain && !existsSync(`${file}-journal`) ? error : undefined;
  } finally {
    db?.close();
  }
}

/**
 * Without a log beside it the file is the whole ledger. With one, reading the file alone would hide acknowledged
 * thoughts.
 */
function connectReadOnly(file: string, cause: unknown): DatabaseSync {
  if (!existsSync(file) || sizeOf(`${file}-wal`) > 0) throw new Failure("STORE_READ_ONLY", {}, { cause });
  let db: DatabaseSync | undefined;
  try {
    db = openImmutable(file);
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    throw translate(error);
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function openImmutable(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
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
