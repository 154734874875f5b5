import type { SessionFilter, SessionMatch } from "../../port.ts";
import { questionWords } from "../../question.ts";
import { createMatchOf, MOST_MATCHES, searchOf } from "../../session-match.ts";
import type { Queryable } from "../database.ts";
import { createFindMatches } from "../search/find-matches.ts";
import { scopeOf } from "../search/search-scope.ts";
import { storedWord } from "../search/thought-words.ts";

/** The position of the newest thought with all words of the text, by session. */
export async function findSessionMatches(
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
