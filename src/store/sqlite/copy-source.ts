import { existsSync } from "node:fs";
import { DatabaseSync } from "../../files/sqlite.ts";
import { Failure } from "../../ledger/index.ts";
import {
  type Batch,
  COPIED,
  type ColumnType,
  type CopyRow,
  type CopySource,
  type CopyTable,
  type CopyValue,
  type Cursor,
  columnsOf,
  isInFeed,
} from "../copy/port.ts";
import { keptKey } from "../index-key.ts";
import { translate } from "./failures.ts";
import { refuse, SCHEMA_VERSION } from "./migrate.ts";

/** A batch ends with the row that reaches this many characters. */
const LONGEST_BATCH = 2_000_000;
const MOST_ROWS = 1000;

/** Opens the ledger in a SQLite file for copying: its current state, whatever is written meanwhile. */
export async function openSqliteCopySource(file: string): Promise<CopySource> {
  if (!existsSync(file)) throw new Failure("COPY_REFUSED", { reason: `there is no ledger at ${file}` });
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    refuse(db);
    db.exec("BEGIN");
    if (db.prepare("PRAGMA user_version").get()!.user_version !== SCHEMA_VERSION)
      throw new Failure("COPY_REFUSED", {
        reason: `${file} was made by an older Clew; run \`clew doctor\` to bring it up to date, then copy it`,
      });
    return readCopy(db);
  } catch (error) {
    db?.close();
    throw translate(error);
  }
}

/** Reads an open database, which is closed with the source. */
export function readCopy(db: DatabaseSync): CopySource {
  return {
    read: async (table, after) => readBatch(db, table, after),
    close: async () => db.close(),
  };
}

function readBatch(db: DatabaseSync, table: CopyTable, after?: Cursor): Batch | undefined {
  const columns = Object.entries(COPIED[table].columns);
  const key = keyOf(table);
  const rankOf = isInFeed(table) ? createRanks(db, after) : undefined;
  const rows: CopyRow[] = [];
  let cursor: Cursor | undefined;
  let length = 0;
  try {
    const statement = db.prepare(selectOf(table, after !== undefined));
    for (const row of statement.iterate(...(after?.key ?? []))) {
      const read = Object.fromEntries(
        columns.map(([name, type]) => [name, VALUES[type](row[name] as string | number | null)]),
      );
      if (table === "idempotency_answer") read.body = jsonBody(row.scope as string, row.body as string);
      if (rankOf) read.position = rankOf(row.position as number);
      rows.push(read);
      const rank = rankOf ? (read.position as number) : 0;
      cursor = { table, key: key.map((column) => row[column] as string | number), rank };
      for (const name in row) length += typeof row[name] === "string" ? row[name].length : 8;
      if (rows.length >= MOST_ROWS || length >= LONGEST_BATCH) break;
    }
  } catch (error) {
    throw translate(error);
  }
  return cursor && { rows, cursor };
}

const VALUES: Readonly<Record<ColumnType, (value: string | number | null) => CopyValue>> = {
  text: (value) => value,
  int: (value) => value,
  float: (value) => value,
  bool: (value) => value === 1,
  key: (value) => keptKey(value as string),
  list: (value) => (JSON.parse(value as string) as string[]).map((item) => item.toWellFormed()),
};

/** Every body is JSON, except the ids of sessions. */
function jsonBody(scope: string, body: string): string {
  // An append result is an object, in a scope of any name.
  const isId = scope.endsWith("#session") && !/^[{"]/.test(body);
  return isId ? JSON.stringify(body) : body;
}

/**
 * Tables with rows in several tables, or with computed columns. Copies of a session's last thought in other tables may
 * be outdated, so the thought itself is used.
 */
const READS: Readonly<Partial<Record<CopyTable, { readonly from: string; readonly columns: string }>>> = {
  session: {
    from: "session r",
    columns: `r.*, (SELECT source FROM thought WHERE session_id = r.id AND seq = 1) AS source, max(r.updated_at,
      ifnull((SELECT created_at FROM thought WHERE session_id = r.id ORDER BY seq DESC LIMIT 1), 0)) AS updated_at`,
  },
  branch: {
    from: `branch r LEFT JOIN thought t ON t.session_id = r.session_id AND t.branch_id = r.branch_id
      AND t.seq = (SELECT max(seq) FROM thought WHERE session_id = r.session_id)`,
    columns: `r.session_id, r.branch_id, r.ordinal, r.parent_branch, ifnull(t.id, r.tail_id) AS tail_id,
      ifnull(t.number, r.tail_number) AS tail_number, ifnull(t.total, r.tail_total) AS tail_total`,
  },
  notebook: {
    from: "notebook r",
    columns: "r.*, (SELECT ifnull(max(place), 0) FROM cell WHERE notebook_id = r.id) AS cell_count",
  },
  cell_run: {
    from: "cell_run r JOIN cell_output o USING (notebook_id, cell_id)",
    columns: "r.*, o.outputs",
  },
  invocation: {
    from: "invocation r JOIN invocation_body b USING (number)",
    columns: "r.*, b.input, b.output",
  },
};

/** The sort key of a table; invocations have no index on their id. */
const keyOf = (table: CopyTable): readonly string[] =>
  table === "invocation" ? ["number"] : COPIED[table].key;

function selectOf(table: CopyTable, isContinued: boolean): string {
  const { from, columns } = READS[table] ?? { from: `${table} r`, columns: columnsOf(table).join() };
  const key = keyOf(table).map((column) => `r.${column}`);
  const after = isContinued ? `WHERE (${key.join()}) > (${key.map(() => "?").join()})` : "";
  return `SELECT ${columns} FROM ${from} ${after} ORDER BY ${key.join()}`;
}

/** Creates the function that computes the rank of a position in the feed from the rank of the previous row. */
function createRanks(db: DatabaseSync, after?: Cursor): (position: number) => number {
  const counts = ["thought", "change"].map((table) =>
    db.prepare(`SELECT count(*) AS n FROM ${table} WHERE position > ? AND position <= ?`),
  );
  let [reached, rank] = [(after?.key[0] as number | undefined) ?? 0, after?.rank ?? 0];
  return (position) => {
    for (const count of counts) rank += count.get(reached, position)!.n as number;
    reached = position;
    return rank;
  };
}
