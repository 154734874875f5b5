import type { DatabaseSync } from "node:sqlite";
import type { SearchHit, SearchQuery } from "../port.ts";
import { THOUGHT_COLUMNS, toThought } from "./rows.ts";

/** Makes the full-text search: all words first, any of them when no thought has all. */
export function createSearch(db: DatabaseSync): (query: SearchQuery) => SearchHit[] {
  // The ranking is done on row ids alone; content, snippets and sessions are read only for the few that are shown.
  const statement = db.prepare(
    `SELECT ${THOUGHT_COLUMNS}, s.title, snippet(thought_text, 0, '[', ']', '…', 24) AS snippet, -bm25(thought_text) AS score
     FROM thought_text JOIN thought t ON t.position = thought_text.rowid JOIN session s ON s.id = t.session_id
     WHERE thought_text MATCH ? AND (? IS NULL OR s.project = ?) AND (? IS NULL OR t.session_id = ?)
     ORDER BY bm25(thought_text), t.position DESC LIMIT ?`,
  );
  return ({ text, project = null, sessionId = null, limit = 20 }) => {
    const words = toWords(text);
    if (words.length === 0) return [];
    const bounded = Math.max(0, Math.min(limit, 200));
    for (const joiner of words.length > 1 ? [" ", " OR "] : [" "]) {
      const rows = statement.all(words.join(joiner), project, project, sessionId, sessionId, bounded);
      if (rows.length > 0) return rows.map(toHit);
    }
    return [];
  };
}

/** The words of a question, each quoted so that nothing in it is taken for query syntax. */
function toWords(text: string): string[] {
  const words = text.slice(0, 2000).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  return [...new Set(words)].slice(0, 32).map((word) => `"${word}"`);
}

function toHit(row: Record<string, unknown>): SearchHit {
  return {
    thought: toThought(row),
    title: row.title as string,
    snippet: row.snippet as string,
    score: row.score as number,
  };
}
