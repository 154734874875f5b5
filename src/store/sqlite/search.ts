import type { DatabaseSync } from "node:sqlite";
import { pace } from "../../ledger/index.ts";
import { THOUGHT_COLUMNS, toThought } from "../ledger-rows.ts";
import type { SearchHit, SearchQuery } from "../port.ts";
import { type QuestionWord, questionWords } from "../question.ts";
import { bestOf, createDensity, LONGEST_COUNTED, ranked, weightOf } from "../relevance.ts";
import { snippetOf } from "../snippet.ts";
import { createMatches, type Matches } from "./matches.ts";
import { read } from "./read.ts";
import { createScope } from "./search-scope.ts";

type Find = (expression: string) => Matches;

/**
 * Creates the full-text search. It finds thoughts with all the words; if there are none, thoughts with any of them,
 * those with the rarest words first. Among equals, thoughts with the words more often in less text come first, then the
 * newest.
 */
export function createSearch(db: DatabaseSync): (query: SearchQuery) => Promise<SearchHit[]> {
  const matches = createMatches(db);
  const scopeOf = createScope(db);
  const measure = db.prepare(
    `SELECT octet_length(content) AS bytes, iif(octet_length(content) <= ${LONGEST_COUNTED}, content, '') AS content
     FROM thought WHERE position = ?`,
  );
  const show = db.prepare(
    `SELECT ${THOUGHT_COLUMNS}, (SELECT title FROM session WHERE id = t.session_id) AS title
     FROM thought t WHERE position = ?`,
  );

  function hit(position: number, score: number, stems: ReadonlySet<string>): SearchHit {
    const row = show.get(position)!;
    const thought = toThought(row);
    return { thought, title: row.title as string, snippet: snippetOf(thought.content, stems), score };
  }

  // A thought may have a megabyte, and up to 200 are read: yield the event loop in between.
  return async (query) => {
    const words = questionWords(query.text);
    if (words.length === 0) return [];
    const found = await read(() => {
      const scope = scopeOf(query);
      return best(words, matches(scope), scope.total);
    });
    const density = createDensity(words.map(({ text }) => text));
    const densities = new Map<number, number>();
    for (const [position] of found) {
      const row = await read(() => measure.get(position)!);
      densities.set(position, density(row.content as string, row.bytes as number));
      await pace();
    }
    const stems = new Set(words.map(({ stem }) => stem));
    const hits: SearchHit[] = [];
    for (const [position, score] of ranked(found, (at) => densities.get(at)!, query.limit)) {
      hits.push(await read(() => hit(position, score, stems)));
      await pace();
    }
    return hits;
  };
}

function best(words: readonly QuestionWord[], find: Find, total: number): [number, number][] {
  // Quoted, a word is never query syntax.
  const quoted = words.map(({ text }) => `"${text}"`);
  const { positions } = find(quoted.join(" AND "));
  if (positions.length > 0 || words.length === 1) return bestOf([{ positions, weight: 1 }]);
  return bestOf(
    quoted.map((word) => {
      const found = find(word);
      return { positions: found.positions, weight: weightOf(estimatedMatches(found, total), total) };
    }),
  );
}

/** How many thoughts contain a word: counted, or for a common word estimated from the density of its newest matches. */
function estimatedMatches({ positions, isAll }: Matches, total: number): number {
  if (isAll) return positions.length;
  return (positions.length * total) / Math.max(1, total - positions.at(-1)!);
}
