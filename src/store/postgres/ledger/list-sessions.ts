import { pageSize } from "../../page-size.ts";
import type { ListedSession, SessionFilter } from "../../port.ts";
import type { Queryable } from "../database.ts";
import { BEHIND_MS } from "./head.ts";
import { SESSION_COLUMNS, SESSIONS, toSession } from "./rows.ts";
import { sessionCondition } from "./session-condition.ts";
import { findSessionMatches, readMatches } from "./session-matches.ts";

/** Lists have one of few sizes in their text, so that there are few statements and each is planned for its size. */
const SIZES = [20, 100, 1000];

/**
 * Sessions by newest activity. The index knows the last activity up to a minute behind; so whatever belongs among the
 * first hundred is not more than that minute behind the hundredth of the index.
 */
export async function listSessions(db: Queryable, filter: SessionFilter): Promise<ListedSession[]> {
  const limit = pageSize(filter.limit ?? 100);
  if (limit === 0) return [];
  const size = SIZES.find((one) => one >= limit)!;
  const found = filter.text ? await findSessionMatches(db, filter) : new Map<string, number>();
  const { condition, values } = sessionCondition(filter, found.keys());
  const from = `FROM ${SESSIONS} WHERE ${condition}`;
  const rows = await db.query(
    `SELECT ${SESSION_COLUMNS} ${from}
       AND s.touched_at >= coalesce((SELECT s.touched_at ${from} ORDER BY s.touched_at DESC OFFSET ${size - 1} LIMIT 1), 0)
         - ${BEHIND_MS}
     ORDER BY updated_at DESC, s.id LIMIT ${size}`,
    values,
  );
  const sessions = rows.slice(0, limit).map(toSession);
  const positions = sessions.flatMap(({ id }) => found.get(id) ?? []);
  const matches = await readMatches(db, filter.text ?? "", positions);
  return sessions.map(({ windowStart: _, ...session }) => {
    const match = matches.get(session.id);
    return { ...session, ...(match && { match }) };
  });
}
