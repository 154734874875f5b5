import { Failure } from "../../ledger/index.ts";
import { UNFINISHED_COPY } from "../copy/port.ts";
import type { Database, Queryable, Transaction } from "./database.ts";
import ledger from "./migrations/0001-ledger.sql";
import notebooks from "./migrations/0002-notebooks.sql";
import invocations from "./migrations/0003-invocations.sql";
import conversations from "./migrations/0004-conversations.sql";
import owners from "./migrations/0005-owners.sql";
import peers from "./migrations/0006-peers.sql";
import jobs from "./migrations/0007-jobs.sql";
import clients from "./migrations/0008-clients.sql";
import serverSecret from "./migrations/0009-server-secret.sql";
import plainNames from "./migrations/0010-plain-names.sql";
import facts from "./migrations/0011-facts.sql";
import notes from "./migrations/0012-notes.sql";
import imports from "./migrations/0013-import.sql";
import evidence from "./migrations/0014-evidence.sql";
import life from "./migrations/0015-life.sql";
import recall from "./migrations/0016-recall.sql";
import clientOpenings from "./migrations/0017-client-openings.sql";

/** One migration of the schema. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All migrations in order. The table `clew.migration` records which the database has. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "0001-ledger", sql: ledger },
  { name: "0002-notebooks", sql: notebooks },
  { name: "0003-invocations", sql: invocations },
  { name: "0004-conversations", sql: conversations },
  { name: "0005-owners", sql: owners },
  { name: "0006-peers", sql: peers },
  { name: "0007-jobs", sql: jobs },
  { name: "0008-clients", sql: clients },
  { name: "0009-server-secret", sql: serverSecret },
  { name: "0010-plain-names", sql: plainNames },
  { name: "0011-facts", sql: facts },
  { name: "0012-notes", sql: notes },
  { name: "0013-import", sql: imports },
  { name: "0014-evidence", sql: evidence },
  { name: "0015-life", sql: life },
  { name: "0016-recall", sql: recall },
  { name: "0017-client-openings", sql: clientOpenings },
];

/** The schema version that this code reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Advisory lock for migrations ("Clew" in ASCII), because many servers may start at the same time. */
const MIGRATION_LOCK = 0x436c6577;

/**
 * Migrates the schema, each migration in its own transaction, and moves the feed after all stored positions. Fails if the
 * database is newer than this code or not ours.
 */
export async function migrate(db: Database, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  if ((await versionOf(db, migrations)) === migrations.length && (await isFeedCurrent(db))) return;
  for (let done = false; !done; )
    done = await db.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
      const version = await versionOf(tx, migrations);
      const next = migrations[version];
      if (next) await apply(tx, next, version + 1);
      else if (!(await isFeedCurrent(tx))) await advanceFeed(tx);
      return next === undefined;
    });
}

async function apply(tx: Transaction, { name, sql }: Migration, version: number): Promise<void> {
  if (version === 1) await tx.run(CREATE_SCHEMA);
  await tx.run(sql);
  await tx.query("INSERT INTO clew.migration (version, name) VALUES ($1, $2)", [version, name]);
}

const CREATE_SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS clew;
  CREATE TABLE clew.migration (
    version integer PRIMARY KEY,
    name text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Whether a copy to this database is unfinished. */
export async function isCopying(db: Queryable): Promise<boolean> {
  const [row] = await db.query("SELECT to_regclass('clew.copy') IS NOT NULL AS copying");
  return row!.copying as boolean;
}

/** How many migrations the database has. */
async function versionOf(db: Queryable, migrations: readonly Migration[]): Promise<number> {
  const [state] = await db.query(
    `SELECT to_regclass('clew.migration') IS NOT NULL AS ours, current_setting('server_encoding') AS encoding,
       to_regclass('clew.copy') IS NOT NULL AS copying,
       EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace('clew')) AS used`,
  );
  if (state!.encoding !== "UTF8")
    throw new Failure("STORE_UNREADABLE", { reason: "the database's encoding is not UTF8" });
  if (state!.copying) throw new Failure("STORE_UNREADABLE", { reason: UNFINISHED_COPY });
  if (!state!.ours && state!.used) throw new Failure("STORE_CORRUPT", { problem: FOREIGN });
  if (!state!.ours) return 0;
  const [row] = await db.query("SELECT coalesce(max(version), 0) AS version FROM clew.migration");
  const found = row!.version as number;
  if (found > migrations.length) throw new Failure("STORE_TOO_NEW", { found, known: migrations.length });
  return found;
}

const FOREIGN =
  "it has a schema `clew` that Clew did not create. Nothing was changed; use another database, or rename that schema.";

const HIGHEST = `greatest((SELECT max(position) FROM clew.thought), (SELECT max(position) FROM clew.change), -1)`;

/** Whether the next position is above all stored ones. After restoring a dump in another cluster it may not be. */
async function isFeedCurrent(db: Queryable): Promise<boolean> {
  const [row] = await db.query(
    `SELECT ${HIGHEST} < (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + clew.shift()) * 4096 AS current`,
  );
  return row?.current === true;
}

async function advanceFeed(tx: Transaction): Promise<void> {
  const [row] = await tx.query(
    `SELECT ${HIGHEST} / 4096 + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS shift`,
  );
  await tx.run(
    `CREATE OR REPLACE FUNCTION clew.shift() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT ${row!.shift}::bigint'`,
  );
}
