import type { Queryable, Row } from "../database.ts";
import type { Condition } from "./condition.ts";
import { toPositions } from "./read-ages.ts";
import type { Scope } from "./search-scope.ts";

/** So many sessions, the last active, are walked through. */
const MOST_SESSIONS = 1000;
/** The lengths of so many of them are looked up; the others are taken to be as long. */
const LOOKED_UP = 100;

/** Where the indexes meet, sessions of so many thoughts are looked at at once: more would not fit into a server's memory. */
const MET_AT_ONCE = 50_000;
/** So many matches are looked at among them. */
const MOST_MET = 10_000;

/** What a walk found. */
export interface Walked {
  readonly positions: readonly number[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

/** Looks at the thoughts of the sessions that a search is held to. */
export interface Walk {
  /** About how many there are; without end where there are too many sessions. */
  readonly thoughts: number;
  /** Where the newest that hold all the words stand, looking at so many thoughts at most, one by one. */
  find(words: readonly string[], enough: number, most: number): Promise<Walked>;
  /** The same for rare words, looking where the index of words and that of sessions meet; nothing where too many do. */
  meet(words: readonly string[], enough: number): Promise<Walked>;
}

/**
 * Makes a walk through the sessions of a scope, the last active first. It finds what lies behind thousands of matches in
 * other sessions, which the index would have to read.
 */
export async function createWalk(db: Queryable, { times, marks }: Scope, sessions: Condition): Promise<Walk> {
  const rows = await db.query(
    `SELECT s.id, CASE WHEN row_number() OVER () <= ${LOOKED_UP} THEN
         coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = s.id), 0) END AS thoughts
     FROM (
       SELECT s.id FROM clew.session s WHERE ${sessions.sql(1)} ORDER BY s.touched_at DESC LIMIT ${MOST_SESSIONS}
     ) s`,
    sessions.values,
  );
  const ids = rows.map(({ id }) => id as string);
  const length = lengthOf(rows.slice(0, LOOKED_UP));

  async function look(
    matches: string,
    [some, most, enough, words]: readonly [readonly string[], number, number, readonly string[]],
  ): Promise<Walked> {
    const [found] = await db.query(
      `SELECT r.* FROM (WITH m AS MATERIALIZED (${matches} LIMIT $2)
         SELECT array_to_string(ARRAY(
             SELECT m.position FROM m WHERE m.is_match AND ${times.sql(5)} ORDER BY m.position DESC LIMIT $3
           ), ' ') AS positions, (SELECT count(*) FROM m) AS examined) r`,
      [some, most, enough, [...words, ...marks], ...times.values],
    );
    const isAll = ids.length < MOST_SESSIONS && (found!.examined as number) < most;
    return { positions: toPositions(found!.positions as string), isAll };
  }

  return {
    thoughts: ids.length < MOST_SESSIONS ? length * ids.length : Number.POSITIVE_INFINITY,
    find: (words, enough, most) => look(ONE_BY_ONE, [ids, most, enough, words]),
    async meet(words, enough) {
      const positions: number[] = [];
      const many = Math.max(1, Math.floor(MET_AT_ONCE / length));
      for (let from = 0; from < ids.length; from += many) {
        if (positions.length >= enough) return { positions, isAll: false };
        const met = await look(MEETING, [ids.slice(from, from + many), MOST_MET, enough, words]);
        // There are more, and those looked at are not the newest of them.
        if (!met.isAll) return { positions: [], isAll: false };
        positions.push(...met.positions);
      }
      return { positions, isAll: true };
    },
  };
}

/** The inner limit also keeps the planner from taking another way than session by session, in their order. */
const ONE_BY_ONE = `SELECT t.position, t.created_at, t.words @> $4::text[] AS is_match
  FROM unnest($1::text[]) AS s (id) CROSS JOIN LATERAL (
    SELECT position, created_at, words FROM clew.thought WHERE session_id = s.id ORDER BY seq DESC LIMIT $2
  ) t`;

/** The words are selected so that the planner does not know them: then it takes both indexes. */
const MEETING = `SELECT t.position, t.created_at, true AS is_match FROM clew.thought t
  WHERE t.session_id = ANY ($1::text[]) AND t.words @> (SELECT $4::text[])`;

function lengthOf(sessions: readonly Row[]): number {
  return sessions.reduce((sum, { thoughts }) => sum + (thoughts as number), 0) / Math.max(1, sessions.length);
}
