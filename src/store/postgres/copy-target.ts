import { isDeepStrictEqual } from "node:util";
import { Failure } from "../../ledger/index.ts";
import {
  type Batch,
  COPIED,
  COPY_TABLES,
  type CopyRow,
  type CopyTable,
  type CopyTarget,
  type CopyValue,
  type Cursor,
  columnsOf,
} from "../copy/port.ts";
import { indexKey } from "../index-key.ts";
import { readCopy } from "./copy-source.ts";
import {
  type Database,
  openConnection,
  openDatabase,
  type Queryable,
  type Transaction,
  type Writable,
} from "./database.ts";
import { translate } from "./failures.ts";
import { isCopying, migrate } from "./migrate.ts";
import { escapeNul } from "./nul.ts";
import { sessionTexts } from "./search/session-texts.ts";
import { indexedText, thoughtWords } from "./search/thought-words.ts";

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
  let reached: Cursor | undefined;
  return {
    begin: (plan) =>
      db.transaction(
        async (tx) => {
          await tx.run("LOCK TABLE clew.migration");
          if (!(await isCopying(tx))) await prepare(tx);
          if (!isDeepStrictEqual(await noted(tx, "contents"), plan)) {
            const index = (await noted(tx, "index")) ?? (await textIndex(tx));
            await tx.run(`TRUNCATE ${FILLED.join()}, clew.copy; DROP INDEX IF EXISTS clew.thought_words`);
            await note(tx, "index", index);
            await note(tx, "contents", plan);
          }
          reached = (await noted(tx, "reached")) as Cursor | undefined;
          return reached;
        },
        async () => false,
      ),
    async write(batch) {
      const isKept = async (at: Queryable) => isDeepStrictEqual(await noted(at, "reached"), batch.cursor);
      await db.transaction(async (tx) => {
        await tx.query("SELECT 1 FROM clew.copy WHERE name = 'contents' FOR UPDATE");
        if (!isDeepStrictEqual(await noted(tx, "reached"), reached))
          throw new Failure("COPY_REFUSED", { reason: "another copy to the same database is running" });
        await writeRows(tx, batch);
        await note(tx, "reached", batch.cursor);
      }, isKept);
      reached = batch.cursor;
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
        (tx) => note(tx, "contents", null),
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
    throw new Failure("COPY_REFUSED", {
      reason: `the PostgreSQL database already contains a ledger (its table ${used.name} is not empty)`,
    });
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

/** Ranks in the feed become positions as far apart as those of transactions, most of which have one thought. */
const APART = 4096;

/** Writes a batch, all or nothing. */
async function writeRows(tx: Writable, { rows, cursor: { table } }: Batch): Promise<void> {
  const { columns, of } = await preparedFor(tx, table, rows);
  await tx.write(
    insertion(table, columns),
    columns.map((column) => rows.map((row, at) => of(row, column, at))),
  );
}

interface Prepared {
  readonly columns: readonly string[];
  readonly of: (row: CopyRow, column: string, at: number) => CopyValue;
}

/** The columns that are sent, and their values. */
async function preparedFor(tx: Queryable, table: CopyTable, rows: readonly CopyRow[]): Promise<Prepared> {
  const columns = columnsOf(table);
  const given = (row: CopyRow, column: string) =>
    column === "position" ? (row.position as number) * APART : row[column]!;
  switch (table) {
    case "session":
      return {
        columns: [...columns, "title_small"],
        of: (row, column) => {
          if (column === "title_small") return (row.title as string).toLowerCase();
          return column === "tags" ? asciiJson(row.tags as readonly string[]) : given(row, column);
        },
      };
    case "thought": {
      const words = await wordsOf(tx, rows);
      return {
        columns: [...columns, "words"],
        of: (row, column, at) => (column === "words" ? words[at]! : given(row, column)),
      };
    }
    case "branch":
      return {
        columns: [...columns, "branch_key"],
        of: (row, column) =>
          column === "branch_key" ? indexKey(row.branch_id as string) : given(row, column),
      };
    default:
      return { columns, of: given };
  }
}

/** A list as ASCII JSON for the server to parse; escaped NULs are not escaped a second time. */
function asciiJson(list: readonly string[]): string {
  const escapes = (sign: string) => `\\u${sign.charCodeAt(0).toString(16)}`;
  return JSON.stringify(list.map(escapeNul)).replace(/[\u{fdd0}-\u{fdd2}]/gu, escapes);
}

/** The search words of each thought, separated by spaces. */
async function wordsOf(tx: Queryable, rows: readonly CopyRow[]): Promise<string[]> {
  const sessions = [...new Set(rows.map((row) => row.session_id))];
  const owned = await tx.query(
    "SELECT id, owner FROM clew.session WHERE owner IS NOT NULL AND id = ANY ($1::text[])",
    [sessions],
  );
  const owners = new Map(owned.map(({ id, owner }) => [id, owner as string]));
  const firsts = rows.filter((row) => row.seq === 1).map((row) => row.session_id);
  const texts = await sessionTexts(tx, firsts);
  return rows.map((row) =>
    thoughtWords({
      content: indexedText(row.content as string, row.marks as string | null),
      branchId: row.branch_id as string,
      session: row.seq === 1 ? texts.get(row.session_id) : undefined,
      source: row.source as Parameters<typeof thoughtWords>[0]["source"],
      owner: owners.get(row.session_id),
    }).join(" "),
  );
}

/** Columns that are stored differently than they are sent. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  tags: "ARRAY(SELECT json_array_elements_text(g.tags::json))",
  words: "string_to_array(g.words, ' ') || clew.recency_buckets(g.position)",
};

const SQL_TYPES = {
  text: "text",
  key: "text",
  list: "text",
  int: "bigint",
  float: "float8",
  bool: "boolean",
};

function insertion(table: CopyTable, columns: readonly string[]): string {
  const typed = columns.map(
    (column, at) => `$${at + 1}::${SQL_TYPES[COPIED[table].columns[column] ?? "text"]}[]`,
  );
  const given = `unnest(${typed.join()}) AS g (${columns.join()})`;
  if (table === "invocation") {
    const own = columnsOf(table, "input", "output").join();
    return `WITH g AS (SELECT * FROM ${given}), kept AS (INSERT INTO clew.invocation (${own}) SELECT ${own} FROM g)
      INSERT INTO clew.invocation_body (id, input, output) SELECT id, input, output FROM g`;
  }
  // The last activity of a session has another name here.
  const names = columns.map((column) =>
    table === "session" && column === "updated_at" ? "touched_at" : column,
  );
  const values = columns.map((column) => EXPRESSIONS[column] ?? `g.${column}`);
  return `INSERT INTO clew.${table} (${names.join()}) SELECT ${values.join()} FROM ${given}`;
}
