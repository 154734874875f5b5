import { pace } from "../../../ledger/index.ts";
import { THOUGHT_COLUMNS, toThought } from "../../ledger-rows.ts";
import type { SearchHit, SearchQuery } from "../../port.ts";
import { questionWords } from "../../question.ts";
import { bestOf, createDensity, LONGEST_COUNTED, MOST_HITS, ranked, weightOf } from "../../relevance.ts";
import { snippetOf } from "../../snippet.ts";
import type { Queryable } from "../database.ts";
import { createFindMatches, type Matches } from "./find-matches.ts";
import { type Scope, scopeOf } from "./search-scope.ts";
import { storedWord } from "./thought-words.ts";

/** The most matches of all words together to rank, if no thought contains all words but may contain several. */
const MAX_RANKED = 4000;

/**
 * Creates the full-text search. It returns the same thoughts as SQLite's: those with all words; if there are none, those
 * with any of them, the rarest words first.
 */
export function createSearch(db: Queryable): (query: SearchQuery) => Promise<readonly SearchHit[]> {
  async function densities(positions: readonly number[], words: readonly string[]) {
    const density = createDensity(words);
    const rows = await db.query(
      `SELECT position, octet_length(content) AS bytes,
         CASE WHEN octet_length(content) <= ${LONGEST_COUNTED} THEN content ELSE '' END AS content
       FROM clew.thought WHERE position = ANY ($1::bigint[])`,
      [positions],
    );
    return new Map(
      rows.map(({ position, content, bytes }) => [
        position as number,
        density(content as string, bytes as number),
      ]),
    );
  }

  async function hits(
    best: readonly (readonly [position: number, score: number])[],
    stems: ReadonlySet<string>,
  ): Promise<SearchHit[]> {
    const rows = await db.query(
      `SELECT ${THOUGHT_COLUMNS}, t.position, s.title FROM clew.thought t JOIN clew.session s ON s.id = t.session_id
       WHERE t.position = ANY ($1::bigint[])`,
      [best.map(([position]) => position)],
    );
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    const hits: SearchHit[] = [];
    for (const [position, score] of best) {
      const row = byPosition.get(position);
      if (!row) continue;
      const thought = toThought(row);
      hits.push({ thought, title: row.title as string, snippet: snippetOf(thought.content, stems), score });
      await pace();
    }
    return hits;
  }

  return async (query) => {
    const words = questionWords(query.text);
    const scope = words.length === 0 ? undefined : await scopeOf(db, query);
    if (!scope) return [];
    const best = await bestMatches(
      db,
      scope,
      words.map(({ stem }) => storedWord(stem)),
    );
    if (best.length === 0) return [];
    const density = await densities(
      best.map(([position]) => position),
      words.map(({ text }) => text),
    );
    const stems = new Set(words.map(({ stem }) => stem));
    return hits(
      ranked(best, (position) => density.get(position) ?? 0, query.limit),
      stems,
    );
  };
}

async function bestMatches(
  db: Queryable,
  scope: Scope,
  words: readonly string[],
): Promise<[number, number][]> {
  const findMatches = await createFindMatches(db, scope);
  const [all] = await findMatches([words], MOST_HITS);
  if (all!.positions.length > 0 || words.length === 1)
    return bestOf([{ positions: all!.positions, weight: 1 }]);
  // Two words that never occur together are in different thoughts, so more matches would not change the ranking.
  const enough = words.length === 2 ? MOST_HITS : Math.max(MOST_HITS, Math.floor(MAX_RANKED / words.length));
  const matches = await findMatches(
    words.map((word) => [word]),
    enough,
  );
  return bestOf(
    matches.map((match) => ({
      positions: match.positions,
      weight: weightOf(estimatedMatches(match, scope), scope.thoughts),
    })),
  );
}

/** How many thoughts contain a word: counted, or for a common one estimated from the density of its newest matches. */
function estimatedMatches({ positions, isComplete, reached }: Matches, { first, last }: Scope): number {
  return isComplete
    ? positions.length
    : (positions.length * (last - first + 1)) / Math.max(1, last - reached + 1);
}
