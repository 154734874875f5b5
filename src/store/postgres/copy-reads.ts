import type { CopyTable } from "../copy/port.ts";
import { SESSIONS, UPDATED_AT } from "./ledger/sessions.ts";

/** How a table is read. */
interface CopyRead {
  readonly from: string;
  readonly columns?: string;
  /** The sort key; columns with a given name come first, as `r`. */
  readonly key: readonly (readonly [expression: string, type: "text" | "bigint", column?: string])[];
  /** Columns with long texts. */
  readonly long?: readonly string[];
  /** A second source of rows. */
  readonly also?: { readonly from: string; readonly columns: string; readonly condition: string };
}

/**
 * How each table is read. Copies of a session's last thought in other tables may be outdated, so the thought itself is
 * used.
 */
const READS: Readonly<Record<CopyTable, CopyRead>> = {
  session: {
    from: SESSIONS,
    columns: `s.*, ${UPDATED_AT} AS updated_at`,
    key: [["s.id", "text"]],
    long: ["s.title", "s.description", "s.metadata"],
  },
  thought: {
    from: "clew.thought r",
    columns: `r.position, r.id, r.session_id, r.seq, r.number, r.total, r.branch_id, r.branch_from, r.revises, r.revises_id,
      r.parent_id, r.next_needed, r.confidence, r.mode, r.source, r.author, r.critique, r.metadata, r.evidence, r.marks,
      r.redaction, r.created_at, r.content`,
    key: [["r.position", "bigint"]],
    long: ["r.content", "r.metadata", "r.critique", "r.author"],
  },
  tombstone: { from: "clew.tombstone r", key: [["r.name", "text"]] },
  change: { from: "clew.change r", key: [["r.position", "bigint"]] },
  note: {
    from: "clew.note r",
    key: [
      ["r.session_id", "text"],
      ["r.number", "bigint"],
    ],
    long: ["r.text"],
  },
  branch: {
    from: `clew.branch r LEFT JOIN LATERAL (
        SELECT * FROM clew.thought WHERE session_id = r.session_id ORDER BY seq DESC LIMIT 1
      ) t ON t.branch_id = r.branch_id`,
    columns: `r.session_id, r.branch_key, r.branch_id, r.ordinal, r.parent_branch, coalesce(t.id, r.tail_id) AS tail_id,
      coalesce(t.number, r.tail_number) AS tail_number, coalesce(t.total, r.tail_total) AS tail_total`,
    key: [
      ["r.session_id", "text"],
      ["r.branch_key", "text"],
    ],
    // The main branch has no row until it is left.
    also: {
      from: `clew.session s CROSS JOIN LATERAL (SELECT s.id AS session_id, '' COLLATE "C" AS branch_key) r
        CROSS JOIN LATERAL (SELECT * FROM clew.thought WHERE session_id = s.id ORDER BY seq DESC LIMIT 1) t`,
      columns: "s.id, ''::text, ''::text, 0, NULL::text, t.id, t.number, t.total",
      condition: `t.branch_id = ''
        AND NOT EXISTS (SELECT 1 FROM clew.branch WHERE session_id = s.id AND branch_key = '')`,
    },
  },
  fact: {
    from: "clew.fact r",
    key: [
      ["r.session_id", "text"],
      ["r.seq", "bigint"],
      ["r.ordinal", "bigint"],
    ],
  },
  fact_reading: { from: "clew.fact_reading r", key: [["r.session_id", "text"]] },
  client_place: {
    from: "clew.client_place r",
    key: [
      ["r.id", "text"],
      ["r.kind", "text"],
    ],
  },
  handle: { from: "clew.handle r", key: [["r.handle", "text"]] },
  imported_thought: {
    from: "clew.imported_thought r",
    key: [
      ["r.session_id", "text"],
      ["r.key", "text"],
    ],
  },
  project_folder: {
    from: "clew.project_folder r",
    key: [
      ["r.owner", "text"],
      ["r.folder", "text"],
    ],
  },
  idempotency_answer: {
    from: "clew.idempotency_answer r",
    key: [
      ["r.scope", "text"],
      ["r.key", "text"],
    ],
    long: ["r.body"],
  },
  notebook: {
    from: "clew.notebook r",
    key: [["r.position", "bigint"]],
    long: ["r.package_json", "r.tsconfig", "r.title"],
  },
  cell: {
    from: "clew.cell r",
    key: [
      ["r.notebook_id", "text"],
      ["r.id", "text"],
    ],
    long: ["r.content"],
  },
  cell_run: {
    from: "clew.cell_run r",
    key: [
      ["r.notebook_id", "text"],
      ["r.cell_id", "text"],
    ],
    long: ["r.outputs"],
  },
  invocation: {
    from: "clew.invocation r JOIN clew.invocation_body b USING (id)",
    columns: "r.*, b.input, b.output",
    key: [["r.id", "text"]],
    long: ["b.input", "b.output"],
  },
  conversation: { from: "clew.conversation r", key: [["r.id", "text"]], long: ["r.record"] },
  conversation_message: {
    from: "clew.conversation_message r",
    key: [
      ["r.conversation_id", "text"],
      ["r.place", "bigint"],
    ],
    long: ["r.body"],
  },
};

const MOST_ROWS = 1000;
/** A batch ends with the row that reaches this many bytes. */
const LONGEST_BATCH = 2_000_000;

/** Tables with a position in the feed. */
const IN_FEED: readonly CopyTable[] = ["thought", "change", "notebook"];

/** A statement that reads a batch. */
export interface BatchStatement {
  readonly text: string;
  /** The columns that make up the cursor. */
  readonly key: readonly string[];
  /** Whether each row has in `passed` how many feed entries lie after the previous row, up to itself. */
  readonly isInFeed: boolean;
}

/** The statement that reads the rows of a table from the beginning, or after a key. */
export function batchStatement(table: CopyTable, isBehind: boolean): BatchStatement {
  const { key, long = [], also, from, columns = "r.*" } = READS[table];
  const names = key.map(([expression]) => expression.split(".")[1]!);
  const expressions = key.map(([expression]) => expression).join();
  const behind = `(${expressions}) > (${key.map(([, type], at) => `$${at + 1}::${type}`).join()})`;
  const weight = ["100", ...long.map((text) => `coalesce(octet_length(${text}), 0)`)].join(" + ");
  const select = (list: string, source: string, conditions: readonly string[]) =>
    `SELECT ${list} FROM ${source} ${conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`}
     ORDER BY ${expressions} LIMIT ${MOST_ROWS}`;
  const own = isBehind ? [behind] : [];
  const first = select(`${columns}, ${weight} AS weight`, from, own);
  const rows = also
    ? `(${first}) UNION ALL (${select(`${also.columns}, 100`, also.from, [...own, also.condition])})
       ORDER BY ${names.join()} LIMIT ${MOST_ROWS}`
    : first;
  const isInFeed = IN_FEED.includes(table);
  const before = isInFeed ? `, lag(q.position, 1, ${isBehind ? "$1::bigint" : "-1"}) OVER w AS before` : "";
  const between = (feed: string) =>
    `(SELECT count(*) FROM clew.${feed} f WHERE f.position > q.before AND f.position <= q.position)`;
  const passed = isInFeed ? `, ${between("thought")} + ${between("change")} AS passed` : "";
  const text = `SELECT q.*${passed} FROM (
      SELECT q.*, sum(q.weight) OVER w - q.weight AS ahead${before} FROM (${rows}) q WINDOW w AS (ORDER BY ${names.join()})
    ) q WHERE q.ahead < ${LONGEST_BATCH} ORDER BY ${names.join()}`;
  return { text, key: names, isInFeed };
}
