import type { Condition } from "./condition.ts";
import type { Rows } from "./database.ts";
import type { Scope } from "./search-scope.ts";

/** So many sessions, the last active, are walked through. */
const MOST_SESSIONS = 1000;
/** Sessions of so many thoughts together are walked through at once, without a look into the index. */
const FEW_THOUGHTS = 3000;

/** Looks at the thoughts of the sessions that a search is held to, one by one. */
export interface Walk {
  /** Whether there are so few that it looks at all of them. */
  readonly isWhole: boolean;
  /** Where the newest that hold all the words stand, among so many thoughts at most. */
  find(words: readonly string[], enough: number, most: number): Promise<number[]>;
}

/**
 * Makes a walk through the sessions of a scope, the last active first. It finds what lies behind thousands of matches in
 * other sessions, which the index would have to read.
 */
export async function createWalk(db: Rows, { times, marks }: Scope, sessions: Condition): Promise<Walk> {
  const rows = await db.query(
    `SELECT s.id, coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = s.id), 0) AS thoughts FROM (
       SELECT s.id, s.touched_at FROM clew.session s WHERE ${sessions.sql(1)}
       ORDER BY s.touched_at DESC LIMIT ${MOST_SESSIONS}
     ) s ORDER BY s.touched_at DESC`,
    sessions.values,
  );
  const total = rows.reduce((sum, { thoughts }) => sum + (thoughts as number), 0);
  return {
    isWhole: total <= FEW_THOUGHTS && rows.length < MOST_SESSIONS,
    async find(words, enough, most) {
      const ids: string[] = [];
      const limits: number[] = [];
      for (let left = Math.max(most, FEW_THOUGHTS), at = 0; left > 0 && at < rows.length; at++) {
        const thoughts = Math.min(left, rows[at]!.thoughts as number);
        ids.push(rows[at]!.id as string);
        limits.push(thoughts);
        left -= thoughts;
      }
      // The limit is also what keeps the planner from taking another way than session by session.
      const found = await db.query(
        `SELECT m.position FROM unnest($1::text[], $2::int[]) AS s (id, thoughts) CROSS JOIN LATERAL (
           SELECT t.position, t.created_at, t.words FROM clew.thought t
           WHERE t.session_id = s.id ORDER BY t.seq DESC LIMIT s.thoughts
         ) m
         WHERE m.words @> $3::text[] AND ${times.sql(5)} ORDER BY m.position DESC LIMIT $4`,
        [ids, limits, [...words, ...marks], enough, ...times.values],
      );
      return found.map(({ position }) => position as number);
    },
  };
}
