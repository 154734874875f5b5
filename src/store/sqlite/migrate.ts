import type { DatabaseSync } from "node:sqlite";
import { Failure } from "../../ledger/index.ts";
import ledger from "./migrations/0001-ledger.sql";

/** Every migration, in order; the database's `user_version` says how many it has seen. */
const MIGRATIONS: readonly string[] = [ledger];

/** The schema version that this code reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Marks the file as ours ("Clew" in ASCII), so that another program's database is never written to. */
const APPLICATION_ID = 0x436c6577;

/** Brings the schema up to date in one transaction; refuses a database that is newer, or not ours. */
export function migrate(db: DatabaseSync): void {
  if (version(db) === SCHEMA_VERSION && pragma(db, "application_id") === APPLICATION_ID) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    const found = version(db);
    refuseForeign(db, found);
    if (found > SCHEMA_VERSION) throw new Failure("STORE_TOO_NEW", { found, known: SCHEMA_VERSION });
    for (const sql of MIGRATIONS.slice(found)) db.exec(sql);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function refuseForeign(db: DatabaseSync, found: number): void {
  if (pragma(db, "application_id") === APPLICATION_ID) return;
  const tables = db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()!.n as number;
  if (found > 0 || tables > 0) throw new Failure("STORE_CORRUPT", {});
}

const version = (db: DatabaseSync): number => pragma(db, "user_version");

function pragma(db: DatabaseSync, name: string): number {
  return db.prepare(`PRAGMA ${name}`).get()![name] as number;
}
