import type { SessionSummary } from "../../ledger/index.ts";
import { pageSize } from "../page-size.ts";
import type { SessionFilter, SessionState } from "../port.ts";
import type { Rows } from "./database.ts";
import { BEHIND_MS } from "./head.ts";
import { SESSION_COLUMNS, SESSIONS, toSession } from "./rows.ts";
import { sessionCondition } from "./session-condition.ts";

/** Lists have one of few sizes in their text, so that there are few statements and each is planned for its size. */
const SIZES = [20, 100, 1000];

/**
 * Sessions by newest activity. The index knows the last activity up to a minute behind; so whatever belongs among the
 * first hundred is not more than that minute behind the hundredth of the index.
 */
export async function listSessions(db: Rows, filter: SessionFilter): Promise<SessionSummary[]> {
  const limit = pageSize(filter.limit ?? 100);
  if (limit === 0) return [];
  const size = SIZES.find((one) => one >= limit)!;
  const { condition, values } = sessionCondition(filter);
  const from = `FROM ${SESSIONS} WHERE ${condition}`;
  const rows = await db.query(
    `SELECT ${SESSION_COLUMNS} ${from}
       AND s.touched_at >= coalesce((SELECT s.touched_at ${from} ORDER BY s.touched_at DESC OFFSET ${size - 1} LIMIT 1), 0)
         - ${BEHIND_MS}
     ORDER BY updated_at DESC, s.id LIMIT ${size}`,
    values,
  );
  return rows.slice(0, limit).map((row) => toSummary(toSession(row)));
}

function toSummary({ windowStart: _, ...summary }: SessionState): SessionSummary {
  return summary;
}
