import type { Moment } from "../../../ledger/index.ts";
import type { SessionExtent } from "../../port.ts";
import type { Queryable } from "../database.ts";

/** What a session had at a moment. */
export async function readExtent(db: Queryable, id: string, until: Moment): Promise<SessionExtent> {
  const seq = "seq" in until ? until.seq : null;
  const time = "time" in until ? Date.parse(until.time) : null;
  const [row] = await db.query(EXTENT, [id, seq, time]);
  const [count, lastSeq] = [row!.count as number, (row!.last as number | null) ?? 0];
  const excluded = count < lastSeq ? await db.query(EXCLUDED, [id, lastSeq, time]) : [];
  return {
    count,
    lastSeq,
    branchCount: row!.branches as number,
    total: (row!.total as number | null) ?? 0,
    excluded: excluded.map((one) => one.seq as number),
  };
}

const EXTENT = `SELECT max(seq) AS total, count(*) FILTER (WHERE included) AS count,
    max(seq) FILTER (WHERE included) AS last,
    count(DISTINCT branch_id) FILTER (WHERE included AND branch_id <> '') AS branches
  FROM (SELECT seq, branch_id, ($2::bigint IS NULL OR seq <= $2::bigint) AND ($3::bigint IS NULL OR created_at <= $3::bigint)
      AS included FROM clew.thought WHERE session_id = $1) t`;
const EXCLUDED =
  "SELECT seq FROM clew.thought WHERE session_id = $1 AND seq <= $2 AND created_at > $3::bigint ORDER BY seq";
