import type { DatabaseSync } from "node:sqlite";
import type { SearchHit, SearchQuery } from "../port.ts";
import { THOUGHT_COLUMNS, toThought } from "./rows.ts";

/**
 * How many of the newest matches of a word are looked at. It bounds a search by a word that half of all thoughts hold;
 * SQLite's own ranking reads every match first.
 */
const NEWEST = 2000;

/**
 * Makes the full-text search: thoughts with all the words, newest first; when there are none, thoughts with any of
 * them, those with the rarest words first.
 */
export function createSearch(db: DatabaseSync): (query: SearchQuery) => SearchHit[] {
  const match = `FROM thought_text JOIN thought t ON t.position = thought_text.rowid JOIN session s ON s.id = t.session_id
     WHERE thought_text MATCH ?`;
  const everywhere = db.prepare(
    `SELECT rowid AS position FROM thought_text WHERE thought_text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ${NEWEST}`,
  );
  const filtered = db.prepare(
    `SELECT t.position ${match} AND thought_text.rowid BETWEEN ? AND ? AND (? IS NULL OR s.project = ?) AND (? IS NULL OR t.session_id = ?)
     ORDER BY thought_text.rowid DESC LIMIT ${NEWEST}`,
  );
  const bounds = db.prepare(
    "SELECT min(position) AS first, max(position) AS last FROM thought WHERE session_id = ?",
  );
  const newest = db.prepare("SELECT max(position) AS position FROM thought");
  const show = db.prepare(
    `SELECT ${THOUGHT_COLUMNS}, s.title, snippet(thought_text, 0, '[', ']', '…', 24) AS snippet ${match} AND thought_text.rowid = ?`,
  );

  return ({ text, project = null, sessionId = null, limit = 20 }) => {
    const words = toWords(text);
    const [first, last] =
      sessionId === null ? [0, Number.MAX_SAFE_INTEGER] : sessionBounds(bounds.get(sessionId));
    const find = (expression: string): number[] => {
      const rows =
        project === null && sessionId === null
          ? everywhere.all(expression, first, last)
          : filtered.all(expression, first, last, project, project, sessionId, sessionId);
      return rows.map((row) => row.position as number);
    };
    const total = (newest.get()?.position as number | null) ?? 0;
    const scores = words.length === 0 ? new Map<number, number>() : rank(words, find, total);
    return [...scores]
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a)
      .slice(0, Math.max(0, Math.min(limit, 200)))
      .flatMap(([position, score]) => {
        const row = show.get(words.join(" OR "), position);
        return row ? [toHit(row, score)] : [];
      });
  };
}

function rank(
  words: readonly string[],
  find: (expression: string) => number[],
  total: number,
): Map<number, number> {
  const all = find(words.join(" "));
  if (all.length > 0 || words.length === 1) return new Map(all.map((position) => [position, 1]));
  const scores = new Map<number, number>();
  for (const word of words) {
    const positions = find(word);
    const weight = Math.log(1 + total / estimatedMatches(positions, total));
    for (const position of positions) scores.set(position, (scores.get(position) ?? 0) + weight);
  }
  return scores;
}

/** How many thoughts hold a word: counted, or for a common one judged by how densely its newest matches lie. */
function estimatedMatches(positions: readonly number[], total: number): number {
  if (positions.length < NEWEST) return Math.max(1, positions.length);
  return (NEWEST * total) / Math.max(1, total - positions.at(-1)!);
}

function sessionBounds(row: Record<string, unknown> | undefined): [number, number] {
  return [(row?.first as number | null) ?? 0, (row?.last as number | null) ?? 0];
}

/** The words of a question, each quoted so that nothing in it is taken for query syntax. */
function toWords(text: string): string[] {
  const words = text.slice(0, 2000).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 32).map((word) => `"${word}"`);
}

function toHit(row: Record<string, unknown>, score: number): SearchHit {
  return { thought: toThought(row), title: row.title as string, snippet: row.snippet as string, score };
}
