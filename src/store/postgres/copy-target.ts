import { isDeepStrictEqual } from "node:util";
import {
  COPY_TABLES,
  CopyRefusal,
  type CopyTable,
  type CopyTarget,
  type Cursor,
  type Progress,
} from "../copy/port.ts";
import { readCopy } from "./copy-source.ts";
import { writeRows } from "./copy-writes.ts";
import { type Database, openConnection, openDatabase, type Queryable, type Transaction } from "./database.ts";
import { translate } from "./failures.ts";
import { isCopying, migrate } from "./migrate.ts";

/** Every table that a copy fills. */
const FILLED = [...COPY_TABLES, "invocation_body"].map((table) => `clew.${table}`);

/**
 * Opens the PostgreSQL database that a ledger is copied to, and creates the schema if it is missing. The progress of
 * the copy is in a table of its own; while that exists, the ledger cannot be opened.
 */
export async function openPostgresCopyTarget(url: string): Promise<CopyTarget> {
  const db = await openDatabase(url, 2);
  try {
    if (!(await isCopying(db))) await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return targetOn(db, url);
}

function targetOn(db: Database, url: string): CopyTarget {
  const reached = new Map<CopyTable, Cursor>();
  return {
    begin: (plan) =>
      db.transaction(
        async (tx) => {
          await tx.run("LOCK TABLE clew.migration");
          if (!(await isCopying(tx))) await prepare(tx);
          if (!isDeepStrictEqual(await noted(tx, "plan"), plan)) {
            const index = (await noted(tx, "index")) ?? (await textIndex(tx));
            await tx.run(`TRUNCATE ${FILLED.join()}, clew.copy; DROP INDEX IF EXISTS clew.thought_words`);
            await note(tx, "index", index);
            await note(tx, "plan", plan);
          }
          for (const table of COPY_TABLES) {
            const cursor = await noted(tx, table);
            if (cursor !== undefined) reached.set(table, cursor as Cursor);
          }
          return Object.fromEntries(reached) as Progress;
        },
        async () => false,
      ),
    async write(table, { rows, cursor }) {
      const isKept = async (at: Queryable) => isDeepStrictEqual(await noted(at, table), cursor);
      await db.transaction(async (tx) => {
        await tx.query("SELECT 1 FROM clew.copy WHERE name = 'plan' FOR UPDATE");
        if (!isDeepStrictEqual(await noted(tx, table), reached.get(table)))
          throw new CopyRefusal("another copy into the same database is under way");
        await writeRows(tx, table, rows);
        await note(tx, table, cursor);
      }, isKept);
      reached.set(table, cursor);
    },
    derive: () => derive(db, url),
    written: async () => readCopy(await alone(url)),
    async end() {
      await db.transaction(
        (tx) => tx.run("DROP TABLE clew.copy"),
        async (at) => !(await isCopying(at)),
      );
      // The feed continues above the copied positions.
      await migrate(db);
    },
    giveUp: () =>
      db.transaction(
        (tx) => note(tx, "plan", null),
        async () => false,
      ),
    close: () => db.close(),
  };
}

async function prepare(tx: Transaction): Promise<void> {
  const [used] = await tx.query(
    `SELECT name FROM (${FILLED.map((table) => `(SELECT '${table}' AS name FROM ${table} LIMIT 1)`).join(" UNION ALL ")}) t`,
  );
  if (used)
    throw new CopyRefusal(
      `the PostgreSQL database holds a ledger already (there is something in ${used.name})`,
    );
  await tx.run("CREATE TABLE clew.copy (name text PRIMARY KEY, value text NOT NULL)");
}

async function note(tx: Queryable, name: string, value: unknown): Promise<void> {
  await tx.query(
    `INSERT INTO clew.copy (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}

async function noted(rows: Queryable, name: string): Promise<unknown> {
  const [row] = await rows.query("SELECT value FROM clew.copy WHERE name = $1", [name]);
  return row && JSON.parse(row.value as string);
}

/** The definition of the text index, while it exists. */
async function textIndex(rows: Queryable): Promise<string | undefined> {
  const [row] = await rows.query("SELECT pg_get_indexdef(to_regclass('clew.thought_words')) AS definition");
  return (row!.definition as string | null) ?? undefined;
}

/** A connection without a statement timeout. */
function alone(url: string) {
  return openConnection(
    url,
    () => {},
    () => {},
    { isPatient: true },
  );
}

/** Builds the text index at once, which takes far less time than word by word. */
async function derive(db: Database, url: string): Promise<void> {
  const connection = await alone(url);
  try {
    await connection.query("SELECT set_config('maintenance_work_mem', '256MB', false)");
    if ((await textIndex(db)) === undefined) await connection.query((await noted(db, "index")) as string);
    await connection.query(
      "SELECT setval('clew.invocation_number', (SELECT max(number) FROM clew.invocation))",
    );
    await connection.query(
      "SELECT setval('clew.conversation_recency', (SELECT max(recency) FROM clew.conversation))",
    );
    for (const table of FILLED) await connection.query(`ANALYZE ${table}`);
  } catch (error) {
    throw translate(error);
  } finally {
    await connection.close();
  }
}
