import type { SessionFilter, SessionMatch } from "../../port.ts";
import { questionWords } from "../../question.ts";
import { createMatchOf, MOST_MATCHES, searchOf } from "../../session-match.ts";
import type { Queryable } from "../database.ts";
import { findMatches } from "../search/matches.ts";
import { scopeOf } from "../search/search-scope.ts";
import { keptWord } from "../search/thought-words.ts";
import { createWalk } from "../search/walk.ts";

/** Finds where the newest thought of each session stands that holds all words of a text. */
export async function findSessionMatches(
  db: Queryable,
  filter: SessionFilter,
): Promise<ReadonlyMap<string, number>> {
  const query = searchOf(filter);
  const words = questionWords(query.text).map(({ stem }) => keptWord(stem));
  const scope = words.length === 0 ? undefined : await scopeOf(db, query);
  if (!scope) return new Map();
  const walk = scope.sessions && (await createWalk(db, scope, scope.sessions));
  const [found] = await findMatches(db, scope, walk, [words], MOST_MATCHES);
  const rows = await db.query(
    `SELECT session_id, max(position) AS position FROM clew.thought WHERE position = ANY ($1::bigint[])
     GROUP BY session_id`,
    [found!.positions],
  );
  return new Map(rows.map((row) => [row.session_id as string, row.position as number]));
}

/** What was found in these sessions by a text, from where the thoughts stand. */
export async function readMatches(
  db: Queryable,
  text: string,
  positions: readonly number[],
): Promise<ReadonlyMap<string, SessionMatch>> {
  if (positions.length === 0) return new Map();
  const matchOf = createMatchOf(text);
  const rows = await db.query(
    "SELECT session_id, seq, number, content FROM clew.thought WHERE position = ANY ($1::bigint[])",
    [positions],
  );
  return new Map(rows.map((row) => [row.session_id as string, matchOf(row)]));
}
