import type { Queryable } from "../database.ts";
import type { Condition, Scope } from "./search-scope.ts";

/** How many sessions to scan, the most recently active first. */
const MAX_SESSIONS = 1000;
/** How many of them to measure; the average length is assumed for the others. */
const MEASURED = 100;
/** The most thoughts in sessions that are intersected at once, so that the bitmap fits into the server's memory. */
const INTERSECT_THOUGHTS = 50_000;
/** The most matches of one intersection. */
const MAX_INTERSECTED = 10_000;

/** The matches of a scan. */
export interface ScanResult {
  readonly positions: readonly number[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

/** Scans the thoughts of the sessions in a scope. */
export interface CandidateScan {
  /** The approximate number of thoughts; infinite if there are too many sessions. */
  readonly thoughts: number;
  /** The newest matches among at most `max` thoughts, examined one by one. */
  find(words: readonly string[], enough: number, max: number): Promise<ScanResult>;
  /** The same for rare words, by intersecting the word index with the session index; nothing if there are too many. */
  intersect(words: readonly string[], enough: number): Promise<ScanResult>;
}

/**
 * Creates a scan of the sessions in a scope. It finds matches that the word index would reach only after thousands of
 * matches in other sessions.
 */
export async function createCandidateScan(
  db: Queryable,
  { times, origin }: Scope,
  sessions: Condition,
): Promise<CandidateScan> {
  const rows = await db.query(
    `SELECT s.id, CASE WHEN row_number() OVER () <= ${MEASURED} THEN
         coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = s.id), 0) END AS thoughts
     FROM (
       SELECT s.id FROM clew.session s WHERE ${sessions.sql(1)} ORDER BY s.touched_at DESC LIMIT ${MAX_SESSIONS}
     ) s`,
    sessions.values,
  );
  const ids = rows.map(({ id }) => id as string);
  const measured = rows.slice(0, MEASURED);
  const averageLength =
    measured.reduce((sum, { thoughts }) => sum + (thoughts as number), 0) / Math.max(1, measured.length);

  async function scan(
    candidates: (matches: string) => string,
    [sessionIds, max, enough, words]: readonly [readonly string[], number, number, readonly string[]],
  ): Promise<ScanResult> {
    const needed = [...words, ...origin];
    const from = 4 + needed.length;
    const [found] = await db.query(
      `SELECT r.* FROM (WITH m AS MATERIALIZED (${candidates(allOf(needed.length))} LIMIT $2)
         SELECT array_to_string(ARRAY(
             SELECT m.position FROM m WHERE m.is_match AND ${times.sql(from)} ORDER BY m.position DESC LIMIT $3
           ), ' ') AS positions, (SELECT count(*) FROM m) AS examined) r`,
      [sessionIds, max, enough, ...needed.map((forms) => forms.split(" ")), ...times.values],
    );
    const isComplete = ids.length < MAX_SESSIONS && (found!.examined as number) < max;
    return { positions: toPositions(found!.positions as string), isComplete };
  }

  return {
    thoughts: ids.length < MAX_SESSIONS ? averageLength * ids.length : Number.POSITIVE_INFINITY,
    find: (words, enough, max) => scan(ONE_BY_ONE, [ids, max, enough, words]),
    async intersect(words, enough) {
      const positions: number[] = [];
      const atOnce = Math.max(1, Math.floor(INTERSECT_THOUGHTS / averageLength));
      for (let from = 0; from < ids.length; from += atOnce) {
        if (positions.length >= enough) return { positions, isComplete: false };
        const result = await scan(INTERSECTION, [
          ids.slice(from, from + atOnce),
          MAX_INTERSECTED,
          enough,
          words,
        ]);
        // There are more, and these need not be the newest.
        if (!result.isComplete) return { positions: [], isComplete: false };
        positions.push(...result.positions);
      }
      return { positions, isComplete: true };
    },
  };
}

/** Parses the space-separated positions of a result. */
export function toPositions(text: string): number[] {
  return text === "" ? [] : text.split(" ").map(Number);
}

/** The condition that a thought contains a form of each word; parameters from `$4`. */
function allOf(words: number): string {
  // The subselects hide the words from the planner, which then uses both indexes.
  return Array.from({ length: words }, (_, index) => `t.words && (SELECT $${4 + index}::text[])`).join(
    " AND ",
  );
}

/** The inner limit also makes the planner go through the sessions in order. */
const ONE_BY_ONE = (matches: string) => `SELECT t.position, t.created_at, ${matches} AS is_match
  FROM unnest($1::text[]) AS s (id) CROSS JOIN LATERAL (
    SELECT position, created_at, words FROM clew.thought WHERE session_id = s.id ORDER BY seq DESC LIMIT $2
  ) t`;

const INTERSECTION = (
  matches: string,
) => `SELECT t.position, t.created_at, true AS is_match FROM clew.thought t
  WHERE t.session_id = ANY ($1::text[]) AND ${matches}`;
