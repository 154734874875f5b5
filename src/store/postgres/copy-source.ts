import { Failure } from "../../ledger/index.ts";
import {
  type Batch,
  COPIED,
  type CopyRow,
  type CopySource,
  type CopyTable,
  type Cursor,
  columnsOf,
  isInFeed,
} from "../copy/port.ts";
import { type DatabaseConnection, openConnection, type Queryable } from "./database.ts";
import { translate } from "./failures.ts";
import { SESSIONS, UPDATED_AT } from "./ledger/sessions.ts";
import { SCHEMA_VERSION } from "./migrate.ts";

/** A batch ends with the row that reaches this many bytes. */
const LONGEST_BATCH = 2_000_000;
const MOST_ROWS = 1000;

/** Opens the ledger in a PostgreSQL database for copying: its current state, whatever is written meanwhile. */
export async function openPostgresCopySource(url: string): Promise<CopySource> {
  const connection = await openConnection(
    url,
    () => {},
    () => {},
  );
  try {
    return await readCopy(connection);
  } catch (error) {
    await connection.close();
    throw translate(error);
  }
}

/** Reads a snapshot through a connection, which is closed with the source. */
export async function readCopy(connection: DatabaseConnection): Promise<CopySource> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  await connection.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)");
  await checkVersion(connection);
  return {
    read: (table, after) => readBatch(connection, table, after),
    close: () => connection.close(),
  };
}

async function checkVersion(rows: Queryable): Promise<void> {
  const [state] = await rows.query("SELECT to_regclass('clew.migration') IS NOT NULL AS ours");
  if (!state!.ours)
    throw new Failure("COPY_REFUSED", { reason: "there is no ledger in the PostgreSQL database" });
  const [row] = await rows.query("SELECT coalesce(max(version), 0) AS version FROM clew.migration");
  const version = row!.version as number;
  if (version === SCHEMA_VERSION) return;
  const next =
    version < SCHEMA_VERSION ? "run `clew doctor` to bring it up to date" : "upgrade Clew to copy it";
  throw new Failure("COPY_REFUSED", {
    reason: `the ledger in the PostgreSQL database has schema version ${version}, and this Clew knows ${SCHEMA_VERSION}; ${next}`,
  });
}

async function readBatch(db: Queryable, table: CopyTable, after?: Cursor): Promise<Batch | undefined> {
  const found = await db.query(batchStatement(table, after !== undefined), after?.key).catch((error) => {
    throw translate(error);
  });
  const last = found.at(-1);
  if (!last) return undefined;
  const key = keyOf(table).map((column) => last[column] as string | number);
  let rank = after?.rank ?? 0;
  const rows = found.map((row) => {
    if (!isInFeed(table)) return row as CopyRow;
    rank += row.passed as number;
    return { ...row, position: rank } as CopyRow;
  });
  return { rows, cursor: { table, key, rank } };
}

interface Read {
  readonly from: string;
  readonly columns?: string;
  /** A second source of rows. */
  readonly also?: { readonly from: string; readonly columns: string; readonly condition: string };
}

/**
 * Tables with rows in several tables, or with computed columns. Copies of a session's last thought in other tables may
 * be outdated, so the thought itself is used.
 */
const READS: Readonly<Partial<Record<CopyTable, Read>>> = {
  session: { from: `(SELECT s.*, ${UPDATED_AT} AS updated_at FROM ${SESSIONS}) r` },
  branch: {
    from: `clew.branch r LEFT JOIN LATERAL (
        SELECT * FROM clew.thought WHERE session_id = r.session_id ORDER BY seq DESC LIMIT 1
      ) t ON t.branch_id = r.branch_id`,
    columns: `r.session_id, r.branch_key, r.branch_id, r.ordinal, r.parent_branch, coalesce(t.id, r.tail_id) AS tail_id,
      coalesce(t.number, r.tail_number) AS tail_number, coalesce(t.total, r.tail_total) AS tail_total`,
    // The main branch has no row until it is left.
    also: {
      from: `clew.session s CROSS JOIN LATERAL (SELECT s.id AS session_id, '' COLLATE "C" AS branch_key) r
        CROSS JOIN LATERAL (SELECT * FROM clew.thought WHERE session_id = s.id ORDER BY seq DESC LIMIT 1) t`,
      columns: "s.id, ''::text, ''::text, 0, NULL::text, t.id, t.number, t.total",
      condition: `t.branch_id = ''
        AND NOT EXISTS (SELECT 1 FROM clew.branch WHERE session_id = s.id AND branch_key = '')`,
    },
  },
  invocation: {
    from: "(SELECT i.*, b.input, b.output FROM clew.invocation i JOIN clew.invocation_body b USING (id)) r",
  },
};

/** The sort key of a table; the names of branches are sorted by a short key. */
const keyOf = (table: CopyTable): readonly string[] =>
  table === "branch" ? ["session_id", "branch_key"] : COPIED[table].key;

/**
 * The statement that reads the rows of a table from the beginning, or after a key. In the feed, each row has in `passed`
 * how many entries lie after the previous row, up to itself.
 */
function batchStatement(table: CopyTable, isContinued: boolean): string {
  const { from, columns, also } = READS[table] ?? { from: `clew.${table} r` };
  const types = COPIED[table].columns;
  const key = keyOf(table);
  const order = key.map((column) => `r.${column}`).join();
  const parameters = key.map((column, at) => `$${at + 1}::${types[column] === "int" ? "bigint" : "text"}`);
  const after = isContinued ? [`(${order}) > (${parameters.join()})`] : [];
  const texts = also ? [] : columnsOf(table).filter((column) => types[column] === "text");
  const weight = ["100", ...texts.map((text) => `coalesce(octet_length(r.${text}), 0)`)].join(" + ");
  const select = (list: string, source: string, conditions: readonly string[]) =>
    `SELECT ${list} FROM ${source} ${conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`}
     ORDER BY ${order} LIMIT ${MOST_ROWS}`;
  const own =
    columns ??
    columnsOf(table)
      .map((column) => `r.${column}`)
      .join();
  const first = select(`${own}, ${weight} AS weight`, from, after);
  const rows = also
    ? `(${first}) UNION ALL (${select(`${also.columns}, 100`, also.from, [...after, also.condition])})
       ORDER BY ${key.join()} LIMIT ${MOST_ROWS}`
    : first;
  const before = isInFeed(table)
    ? `, lag(q.position, 1, ${isContinued ? "$1::bigint" : "-1"}) OVER w AS before`
    : "";
  const between = (feed: string) =>
    `(SELECT count(*) FROM clew.${feed} f WHERE f.position > q.before AND f.position <= q.position)`;
  const passed = isInFeed(table) ? `, ${between("thought")} + ${between("change")} AS passed` : "";
  return `SELECT q.*${passed} FROM (
      SELECT q.*, sum(q.weight) OVER w - q.weight AS ahead${before} FROM (${rows}) q WINDOW w AS (ORDER BY ${key.join()})
    ) q WHERE q.ahead < ${LONGEST_BATCH} ORDER BY ${key.join()}`;
}
