import { ownerTag } from "../../owner-ids.ts";
import { pageSize } from "../../page-size.ts";
import type { ListedSession, SessionFilter, SessionMatch } from "../../port.ts";
import { questionWords } from "../../question.ts";
import { createMatchOf, MOST_MATCHES, searchOf } from "../../session-match.ts";
import type { Queryable } from "../database.ts";
import { createFindMatches } from "../search/find-matches.ts";
import { scopeOf } from "../search/search-scope.ts";
import { storedWord } from "../search/thought-words.ts";
import { BEHIND_MS } from "./session-head.ts";
import { SESSION_COLUMNS, SESSIONS, toSession, UPDATED_AT } from "./sessions.ts";

/** The limit is part of the SQL, so that the planner knows it; a few sizes keep the number of statements small. */
const SIZES = [20, 100, 1000];

/**
 * Lists sessions by last activity. The index may be up to a minute behind, so the query also reads the sessions within
 * a minute of the last one on the page.
 */
export async function listSessions(db: Queryable, filter: SessionFilter): Promise<ListedSession[]> {
  const limit = pageSize(filter.limit ?? 100);
  if (limit === 0) return [];
  const size = SIZES.find((size) => size >= limit)!;
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
    return match ? { ...session, match } : session;
  });
}

/**
 * The condition on sessions `s` with their last thoughts `t`, with values from `$1` on. `matching` are the ids of
 * sessions whose thoughts contain the text.
 */
function sessionCondition(
  filter: SessionFilter,
  matching: Iterable<string>,
): {
  readonly condition: string;
  readonly values: readonly unknown[];
} {
  const where: string[] = [];
  const values: unknown[] = [];
  /** Each `?` is the next value. */
  const add = (condition: string, ...bound: readonly unknown[]) => {
    let next = values.length;
    where.push(condition.replaceAll("?", () => `$${++next}`));
    values.push(...bound);
  };
  if (filter.owner !== undefined) add("s.owner = ?", filter.owner);
  if (filter.archived !== "all") add(`s.archived_at IS ${filter.archived === "only" ? "NOT " : ""}NULL`);
  if (filter.project !== undefined) add("s.project = ?", filter.project);
  if (filter.status !== undefined) add("s.status = ?", filter.status);
  if (filter.source !== undefined) add("s.source = ?", filter.source);
  if (filter.idPrefix) add("s.id >= ? AND s.id < ?", filter.idPrefix, `${filter.idPrefix}\u{10ffff}`);
  if (filter.tags && filter.tags.length > 0) add("s.tags @> ?::text[]", filter.tags);
  if (filter.behind) {
    const time = Date.parse(filter.behind.updatedAt);
    add(
      `s.touched_at <= ? AND ${UPDATED_AT} <= ? AND (${UPDATED_AT} < ? OR s.id > ?)`,
      time,
      time,
      time,
      filter.behind.id,
    );
  }
  if (filter.text) {
    // Principals do not see the owner prefix of their session ids.
    const prefix = filter.owner === undefined ? "" : `${ownerTag(filter.owner)}-`;
    const text = filter.text.toLowerCase();
    add(
      "(strpos(s.title_small, ?) > 0 OR strpos(lower(replace(s.id, ?, '')), ?) > 0 OR s.id = ANY (?::text[]))",
      text,
      prefix,
      text,
      [...matching],
    );
  }
  return { condition: where.length === 0 ? "true" : where.join(" AND "), values };
}

/** The position of the newest thought with all words of the text, by session. */
async function findSessionMatches(
  db: Queryable,
  filter: SessionFilter,
): Promise<ReadonlyMap<string, number>> {
  const query = searchOf(filter);
  const words = questionWords(query.text).map(({ stem }) => storedWord(stem));
  const scope = words.length === 0 ? undefined : await scopeOf(db, query);
  if (!scope) return new Map();
  const findMatches = await createFindMatches(db, scope);
  const [found] = await findMatches([words], MOST_MATCHES);
  const rows = await db.query(
    `SELECT session_id, max(position) AS position FROM clew.thought WHERE position = ANY ($1::bigint[])
     GROUP BY session_id`,
    [found!.positions],
  );
  return new Map(rows.map((row) => [row.session_id as string, row.position as number]));
}

/** The matches at these positions, by session. */
async function readMatches(
  db: Queryable,
  text: string,
  positions: readonly number[],
): Promise<ReadonlyMap<string, SessionMatch | undefined>> {
  if (positions.length === 0) return new Map();
  const matchOf = createMatchOf(text);
  const rows = await db.query(
    "SELECT session_id, seq, number, content FROM clew.thought WHERE position = ANY ($1::bigint[])",
    [positions],
  );
  return new Map(rows.map((row) => [row.session_id as string, matchOf(row)]));
}
