import { pace } from "../../../ledger/index.ts";
import { THOUGHT_COLUMNS, toThought } from "../../ledger-rows.ts";
import type { SearchHit, SearchQuery } from "../../port.ts";
import { questionWords } from "../../question.ts";
import { bestOf, createDensity, LONGEST_COUNTED, MOST_HITS, ranked, weightOf } from "../../relevance.ts";
import { snippetOf } from "../../snippet.ts";
import type { Queryable } from "../database.ts";
import { findMatches, type Matches } from "./matches.ts";
import { type Scope, scopeOf } from "./search-scope.ts";
import { keptWord } from "./thought-words.ts";
import { createWalk } from "./walk.ts";

/** How many of the newest matches of all words together are looked at where no thought has all of them, but may have several. */
const NEWEST = 4000;

/**
 * Makes the full-text search. It answers the same thoughts as that of SQLite: those with all the words; when there are
 * none, those with any of them, the rarest words first.
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
      words.map(({ stem }) => keptWord(stem)),
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
  const walk = scope.sessions && (await createWalk(db, scope, scope.sessions));
  const [all] = await findMatches(db, scope, walk, [words], MOST_HITS);
  if (all!.positions.length > 0 || words.length === 1)
    return bestOf([{ positions: all!.positions, weight: 1 }]);
  // Of two words that never meet, each thought has one: more of them would change nothing.
  const enough = words.length === 2 ? MOST_HITS : Math.max(MOST_HITS, Math.floor(NEWEST / words.length));
  const each = words.map((word) => [word]);
  const found = await findMatches(db, scope, walk, each, enough);
  return bestOf(
    found.map((matches) => ({
      positions: matches.positions,
      weight: weightOf(estimatedMatches(matches, scope), scope.thoughts),
    })),
  );
}

/** How many thoughts hold a word: counted, or for a common one judged by how densely its newest matches lie. */
function estimatedMatches({ positions, isAll, reached }: Matches, { first, last }: Scope): number {
  return isAll ? positions.length : (positions.length * (last - first + 1)) / Math.max(1, last - reached + 1);
}
