import { COPIED, type CopyRow, type CopyTable, type CopyValue, columnsOf } from "../copy/port.ts";
import { indexKey } from "../index-key.ts";
import type { Queryable, Writable } from "./database.ts";
import { escapeNul } from "./nul.ts";
import { sessionTexts } from "./search/session-texts.ts";
import { indexedText, thoughtWords } from "./search/thought-words.ts";

/** Ranks in the feed become positions as far apart as those of transactions, most of which have one thought. */
const APART = 4096;

/** Writes rows of a table, all or none. */
export async function writeRows(tx: Writable, table: CopyTable, rows: readonly CopyRow[]): Promise<void> {
  const { columns, of } = await preparedFor(tx, table, rows);
  await tx.write(
    STATEMENTS[table] ?? insertion(table, columns),
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

/** Types of columns that are not text. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["confidence", "duration_ms", "cost"].map((name) => [name, "float8"])),
  ...Object.fromEntries(
    ["next_needed", "truncated", "stale", "success", "counts_down", "steered"].map((name) => [
      name,
      "boolean",
    ]),
  ),
  ...Object.fromEntries(
    `stage window_start created_at updated_at position seq number total branch_from revises ordinal tail_number tail_total
     cells_made cell_count place version exit_code latency_ms input_tokens output_tokens message_count recency
     opened_at open_number hold_until needs_input_on on_number deliveries delivered_at delivered_number answered_number
     answered_at archived_at at replaced_by deleted_at`
      .split(/\s+/)
      .map((name) => [name, "bigint"]),
  ),
};

/** The sent rows, as `g`. */
const given = (columns: readonly string[]): string =>
  `unnest(${columns.map((column, at) => `$${at + 1}::${TYPES[column] ?? "text"}[]`).join()}) AS g (${columns.join()})`;

function insertion(table: CopyTable, columns: readonly string[]): string {
  // The last activity has another name here.
  const kept = columns.map((column) =>
    table === "session" && column === "updated_at" ? "touched_at" : column,
  );
  const values = columns.map((column) => EXPRESSIONS[column] ?? `g.${column}`);
  return `INSERT INTO clew.${table} (${kept.join()}) SELECT ${values.join()} FROM ${given(columns)}`;
}

const invocationColumns = COPIED.invocation
  .split(" ")
  .filter((name) => name !== "input" && name !== "output");

const STATEMENTS: Readonly<Partial<Record<CopyTable, string>>> = {
  invocation: `WITH g AS (SELECT * FROM ${given(columnsOf("invocation"))}), kept AS (
      INSERT INTO clew.invocation (${invocationColumns.join()}) SELECT ${invocationColumns.join()} FROM g
    ) INSERT INTO clew.invocation_body (id, input, output) SELECT id, input, output FROM g`,
};
