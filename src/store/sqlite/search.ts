import type { DatabaseSync } from "node:sqlite";
import type { SearchHit, SearchQuery } from "../port.ts";
import { createMatches, type Matches, POSITION } from "./matches.ts";
import { THOUGHT_COLUMNS, toThought } from "./rows.ts";
import { createScope } from "./search-scope.ts";
import { createNulSnippet, SNIPPET, shortened } from "./snippet.ts";

/** The most hits of one answer, and how many of the best are read to rank them by their text. */
const MOST = 200;
/** In a longer thought the words are not counted: it says little about them. */
const LONGEST_COUNTED = 20_000;

type Find = (expression: string) => Matches;

/**
 * Makes the full-text search: thoughts with all the words; when there are none, thoughts with any of them, those with
 * the rarest words first. Among equals, those that say the words more often in fewer letters come first, then the newest.
 */
export function createSearch(db: DatabaseSync): (query: SearchQuery) => SearchHit[] {
  const match = `FROM thought_text JOIN thought t ON t.position = thought_text.rowid
     WHERE thought_text MATCH ? AND thought_text.rowid = ${POSITION}`;
  const matches = createMatches(db);
  const scopeOf = createScope(db);
  const read = db.prepare(
    `SELECT octet_length(content) AS bytes, iif(octet_length(content) <= ${LONGEST_COUNTED}, content, '') AS content
     FROM thought WHERE position = ?`,
  );
  const show = db.prepare(
    `SELECT ${THOUGHT_COLUMNS}, snippet(thought_text, ${SNIPPET}) AS snippet,
       (SELECT title FROM session WHERE id = t.session_id) AS title ${match}`,
  );
  let nulSnippet: ReturnType<typeof createNulSnippet> | undefined;

  /** How much of a thought its words are, between 0 and 1. */
  function density(stems: RegExp, position: number): number {
    const row = read.get(position);
    const bytes = (row?.bytes as number | undefined) ?? 0;
    const count = Math.max(1, plain((row?.content as string | undefined) ?? "").match(stems)?.length ?? 0);
    return count / (count + 0.3 + bytes / 600);
  }

  function hit(expression: string, position: number, score: number): SearchHit[] {
    const row = show.get(expression, position);
    if (!row) return [];
    const thought = toThought(row);
    let snippet = row.snippet as string;
    if (thought.content.includes("\0")) {
      nulSnippet ??= createNulSnippet(db);
      snippet = nulSnippet(expression, thought.content);
    }
    return [{ thought, title: row.title as string, snippet: shortened(snippet), score }];
  }

  return (query) => {
    const words = toWords(query.text);
    if (words.length === 0) return [];
    const scope = scopeOf(query);
    const stems = stemsOf(words);
    const any = `content : (${words.join(" OR ")})`;
    return [...rank(words, matches(scope), scope.total)]
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a)
      .slice(0, MOST)
      .map(([position, score]): [number, number] => [position, score + density(stems, position)])
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a)
      .slice(0, Math.max(0, query.limit ?? 20))
      .flatMap(([position, score]) => hit(any, position, score));
  };
}

function rank(words: readonly string[], find: Find, total: number): Map<number, number> {
  const all = find(words.join(" AND "));
  if (all.positions.length > 0 || words.length === 1)
    return new Map(all.positions.map((position) => [position, 1]));
  const scores = new Map<number, number>();
  for (const word of words) {
    const found = find(word);
    const weight = Math.log(1 + total / estimatedMatches(found, total));
    for (const position of found.positions) scores.set(position, (scores.get(position) ?? 0) + weight);
  }
  return scores;
}

/** How many thoughts hold a word: counted, or for a common one judged by how densely its newest matches lie. */
function estimatedMatches({ positions, isAll }: Matches, total: number): number {
  if (isAll) return Math.max(1, positions.length);
  return (positions.length * total) / Math.max(1, total - positions.at(-1)!);
}

/** Finds the beginnings of words that share a stem with one of these, near enough for counting. */
function stemsOf(words: readonly string[]): RegExp {
  const stems = words.map((word) => {
    const letters = plain(word.slice(1, -1));
    // A letter such as ⑽ has brackets when it is taken apart.
    return letters.slice(0, Math.max(3, letters.length - 3)).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  });
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join("|")})`, "giu");
}

/** A text without accents. */
function plain(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize("NFKD").replace(/\p{M}/gu, "") : text;
}

/** The words of a question, each quoted so that nothing in it is taken for query syntax. */
function toWords(text: string): string[] {
  const words = text.slice(0, 2000).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 32).map((word) => `"${word}"`);
}
