import type { DatabaseSync } from "node:sqlite";
import type { SessionFilter, SessionMatch } from "../port.ts";
import { questionWords } from "../question.ts";
import { createMatchOf, MOST_MATCHES, searchOf } from "../session-match.ts";
import { createMatches } from "./matches.ts";
import { createScope } from "./search-scope.ts";

/** One match per session is enough. */
const BOUNDS = {
  newest: MOST_MATCHES,
  newestHeld: MOST_MATCHES,
  enough: MOST_MATCHES,
  enoughOfOne: 1,
  read: MOST_MATCHES,
  lookups: 400,
};

/** Finds sessions by the words of their thoughts. */
export interface SessionMatches {
  /** The position of the newest thought of each session that contains all words of a text. */
  find(filter: SessionFilter): ReadonlyMap<string, number>;
  /** Reads the match at a position, if the thought itself has a word of the text. */
  read(text: string, position: number): SessionMatch | undefined;
}

/** Prepares the statements. */
export function createSessionMatches(db: DatabaseSync): SessionMatches {
  const matches = createMatches(db, BOUNDS);
  const scopeOf = createScope(db);
  const newestOfEach = db.prepare(
    `SELECT session_id, max(position) AS position FROM thought
     WHERE position IN (SELECT value FROM json_each(?)) GROUP BY session_id`,
  );
  const matched = db.prepare("SELECT seq, number, content FROM thought WHERE position = ?");
  return {
    find(filter) {
      const query = searchOf(filter);
      // Quoted, a word is never query syntax.
      const words = questionWords(query.text).map(({ text }) => `"${text}"`);
      if (words.length === 0) return new Map();
      const { positions } = matches(scopeOf(query))(words.join(" AND "));
      const rows = newestOfEach.all(JSON.stringify(positions));
      return new Map(rows.map((row) => [row.session_id as string, row.position as number]));
    },
    read: (text, position) => createMatchOf(text)(matched.get(position)!),
  };
}
