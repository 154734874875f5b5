import type { DatabaseSync } from "node:sqlite";
import { Failure } from "../../ledger/index.ts";
import { UNFINISHED_COPY } from "../copy/port.ts";
import ledger from "./migrations/0001-ledger.sql";
import notebooks from "./migrations/0002-notebooks.sql";
import invocations from "./migrations/0003-invocations.sql";
import conversations from "./migrations/0004-conversations.sql";
import owners from "./migrations/0005-owners.sql";
import clients from "./migrations/0006-clients.sql";
import plainNames from "./migrations/0007-plain-names.sql";
import facts from "./migrations/0008-facts.sql";
import notes from "./migrations/0009-notes.sql";
import imports from "./migrations/0010-import.sql";
import evidence from "./migrations/0011-evidence.sql";
import life from "./migrations/0012-life.sql";
import recall from "./migrations/0013-recall.sql";
import clientOpenings from "./migrations/0014-client-openings.sql";

/** Every migration, in order. `user_version` of the database is the number of applied ones. */
export const MIGRATIONS: readonly string[] = [
  ledger,
  notebooks,
  invocations,
  conversations,
  owners,
  clients,
  plainNames,
  facts,
  notes,
  imports,
  evidence,
  life,
  recall,
  clientOpenings,
];

/** The schema version that this code reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Identifies the file as a ledger ("Clew" in ASCII), so that another program's database is never written to. */
const APPLICATION_ID = 0x436c6577;
/** Identifies the file as the target of an unfinished copy ("Copy" in ASCII). */
const COPYING_ID = 0x436f7079;

/** Updates the schema in one transaction. Fails if the database is newer or not a ledger. */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  if (version(db) === migrations.length && isOurs(db)) {
    // Reads the schema and opens the full-text index, so that damage shows now and not later.
    db.prepare("SELECT 1 FROM thought_text");
    return;
  }
  db.exec("BEGIN IMMEDIATE");
  try {
    refuse(db, migrations.length);
    for (const sql of migrations.slice(version(db))) db.exec(sql);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** Fails if a newer Clew or another program created the database. An empty one may become a ledger. */
export function refuse(db: DatabaseSync, known: number = SCHEMA_VERSION): void {
  const found = version(db);
  if (isCopying(db)) throw new Failure("STORE_UNREADABLE", { reason: UNFINISHED_COPY });
  if (isOurs(db)) {
    if (found > known) throw new Failure("STORE_TOO_NEW", { found, known });
  } else if (found > 0 || pragma(db, "application_id") !== 0 || tables(db) > 0)
    throw new Failure("STORE_CORRUPT", {});
}

/** Whether the file is the target of an unfinished copy. */
export const isCopying = (db: DatabaseSync): boolean => pragma(db, "application_id") === COPYING_ID;

/** Marks the file as the target of a copy. */
export function markCopying(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${COPYING_ID}`);
}

/** Marks the file as a ledger. */
export function endCopy(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}

const isOurs = (db: DatabaseSync): boolean => pragma(db, "application_id") === APPLICATION_ID;

const version = (db: DatabaseSync): number => pragma(db, "user_version");

function tables(db: DatabaseSync): number {
  return db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()!.n as number;
}

function pragma(db: DatabaseSync, name: string): number {
  return db.prepare(`PRAGMA ${name}`).get()![name] as number;
}
