import { constants } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "../files/sqlite.ts";
import { statFile } from "./readable-file.ts";

/** A database of another program, opened on a private copy: the program's own files are only read. */
export interface DatabaseCopy {
  readonly db: DatabaseSync;
  close(): Promise<void>;
}

/** Copies a SQLite database with its write-ahead log and opens the copy, which is deleted on close at the latest. */
export async function openDatabaseCopy(file: string): Promise<DatabaseCopy> {
  const folder = await mkdtemp(join(tmpdir(), "clew-import-"));
  const copy = join(folder, "copy.db");
  try {
    await copyUnchanged(file, copy);
    const db = new DatabaseSync(copy);
    db.exec("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF");
    // The copy may contain secrets. Its files are deleted as soon as they are open, so that even `kill -9` leaves nothing.
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    return {
      db,
      async close() {
        db.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const ATTEMPTS = 5;

/** Copies both files until neither changed meanwhile: a copy of two states would not be a database. */
async function copyUnchanged(file: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await databaseState(file);
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
    await rm(`${copy}-wal`, { force: true });
    await copyFile(`${file}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch(() => {});
    const after = await databaseState(file);
    const isSame = before.bytes === after.bytes && before.modifiedAt === after.modifiedAt;
    if (isSame || attempt === ATTEMPTS) return;
  }
}

/** Size and time of a database with its log, as a fingerprint. */
export async function databaseState(
  file: string,
): Promise<{ readonly bytes: number; readonly modifiedAt: number }> {
  const stats = await Promise.all([statFile(file), statFile(`${file}-wal`).catch(() => undefined)]);
  return {
    bytes: stats.reduce((sum, one) => sum + (one?.size ?? 0), 0),
    modifiedAt: Math.max(...stats.map((one) => one?.mtimeMs ?? 0)),
  };
}

/** The names of a database's tables. */
export function tablesOf(db: DatabaseSync): ReadonlySet<string> {
  return new Set(
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  );
}
