import type { DatabaseSync } from "node:sqlite";

/** How a snippet is cut: the match in brackets, about this many words in all. */
export const SNIPPET = "0, '[', ']', '…', 24";

/** A snippet of bounded length around its first match: a word alone may be a megabyte. */
export function shortened(snippet: string, most = 600): string {
  if (snippet.length <= most) return snippet;
  const begin = Math.max(0, Math.min(snippet.indexOf("[") - 100, snippet.length - most));
  return `${begin > 0 ? "…" : ""}${snippet.slice(begin, begin + most).toWellFormed()}${begin + most < snippet.length ? "…" : ""}`;
}

/**
 * Makes the function that cuts a snippet from a text with NUL characters. SQLite's own ends at the first of them, so a
 * copy without them is searched, in a table that only this connection has.
 */
export function createNulSnippet(db: DatabaseSync): (words: string, content: string) => string {
  db.exec(
    "CREATE VIRTUAL TABLE temp.plain_text USING fts5 (content, tokenize = 'porter unicode61 remove_diacritics 2')",
  );
  const put = db.prepare("INSERT INTO temp.plain_text (rowid, content) VALUES (1, ?)");
  const cut = db.prepare(`SELECT snippet(plain_text, ${SNIPPET}) AS snippet FROM temp.plain_text(?)`);
  const empty = db.prepare("DELETE FROM temp.plain_text");
  return (words, content) => {
    put.run(content.replaceAll("\0", " "));
    try {
      return (cut.get(words)?.snippet as string | undefined) ?? "";
    } finally {
      empty.run();
    }
  };
}
