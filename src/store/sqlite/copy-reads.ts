import type { CopyRow, CopyTable } from "../copy/port.ts";
import { keptKey } from "../index-key.ts";

/** A row of the database. */
export type Row = Record<string, unknown>;

/** How a table is read. */
export interface CopyRead {
  readonly from: string;
  readonly columns?: string;
  /** The sort key. */
  readonly key: readonly string[];
  readonly toRow?: (row: Row) => CopyRow;
}

/**
 * How each table is read. Copies of a session's last thought in other tables may be outdated, so the thought itself is
 * used.
 */
export const COPY_READS: Readonly<Record<CopyTable, CopyRead>> = {
  session: {
    from: "session r",
    columns: `r.*, (SELECT source FROM thought WHERE session_id = r.id AND seq = 1) AS source, max(r.updated_at,
      ifnull((SELECT created_at FROM thought WHERE session_id = r.id ORDER BY seq DESC LIMIT 1), 0)) AS updated_at`,
    key: ["id"],
    toRow: (row) => ({
      ...asIs(row),
      tags: (JSON.parse(row.tags as string) as string[]).map((tag) => tag.toWellFormed()),
      steered: row.steered === 1,
    }),
  },
  thought: {
    from: "thought r",
    key: ["position"],
    toRow: (row) => ({ ...asIs(row), next_needed: row.next_needed === 1 }),
  },
  tombstone: { from: "tombstone r", key: ["name"] },
  change: { from: "change r", key: ["position"] },
  note: { from: "note r", key: ["session_id", "number"] },
  branch: {
    from: `branch r LEFT JOIN thought t ON t.session_id = r.session_id AND t.branch_id = r.branch_id
      AND t.seq = (SELECT max(seq) FROM thought WHERE session_id = r.session_id)`,
    columns: `r.session_id, r.branch_id, r.ordinal, r.parent_branch, ifnull(t.id, r.tail_id) AS tail_id,
      ifnull(t.number, r.tail_number) AS tail_number, ifnull(t.total, r.tail_total) AS tail_total`,
    key: ["session_id", "branch_id"],
  },
  fact: { from: "fact r", key: ["session_id", "seq", "ordinal"] },
  fact_reading: { from: "fact_reading r", key: ["session_id"] },
  client_place: {
    from: "client_place r",
    key: ["id", "kind"],
    toRow: (row) => ({
      ...asIs(row),
      client: keptKey(row.client as string),
      counts_down: row.counts_down === 1,
    }),
  },
  handle: {
    from: "handle r",
    key: ["handle"],
    toRow: (row) => ({ ...asIs(row), handle: keptKey(row.handle as string) }),
  },
  imported_thought: {
    from: "imported_thought r",
    key: ["session_id", "key"],
    toRow: (row) => ({ ...asIs(row), key: keptKey(row.key as string) }),
  },
  project_folder: { from: "project_folder r", key: ["owner", "folder"] },
  idempotency_answer: { from: "idempotency_answer r", key: ["scope", "key"], toRow: toAnswer },
  notebook: {
    from: "notebook r",
    columns: "r.*, (SELECT ifnull(max(place), 0) FROM cell WHERE notebook_id = r.id) AS cell_count",
    key: ["position"],
  },
  cell: { from: "cell r", key: ["notebook_id", "id"] },
  cell_run: {
    from: "cell_run r JOIN cell_output o USING (notebook_id, cell_id)",
    columns: "r.*, o.outputs",
    key: ["notebook_id", "cell_id"],
    toRow: (row) => ({ ...asIs(row), truncated: row.truncated === 1, stale: row.stale === 1 }),
  },
  invocation: {
    from: "invocation r JOIN invocation_body b USING (number)",
    columns: "r.*, b.input, b.output",
    key: ["number"],
    toRow: (row) => ({ ...asIs(row), success: row.success === 1 }),
  },
  conversation: { from: "conversation r", key: ["id"] },
  conversation_message: { from: "conversation_message r", key: ["conversation_id", "place"] },
};

/** Every body is JSON, except the ids of sessions. */
function toAnswer(row: Row): CopyRow {
  const [scope, key, body] = [row.scope as string, row.key as string, row.body as string];
  // An append result is an object, in a scope of any name.
  const isId = scope.endsWith("#session") && !/^[{"]/.test(body);
  return { scope: keptKey(scope), key: keptKey(key), body: isId ? JSON.stringify(body) : body };
}

const asIs = (row: Row) => row as CopyRow;
