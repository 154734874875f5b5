/** A piece of a snippet. */
export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Takes the brackets off that the search put around words that match. A thought may have brackets of its own: those
 * around something that does not begin like a word of the question stay.
 */
export function snippetParts(snippet: string, query: string): readonly SnippetPart[] {
  const beginnings = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map(beginning);
  const parts: SnippetPart[] = [];
  let plain = "";
  const end = () => {
    const text = withoutMarkup(plain);
    if (text !== "") parts.push({ text, isMatch: false });
    plain = "";
  };
  for (const [piece, inner] of snippet.matchAll(/\[([^[\]]*)\]|[^[]+|\[/g)) {
    if (inner === undefined || !matches(inner, beginnings)) plain += piece;
    else {
      end();
      parts.push({ text: inner, isMatch: true });
    }
  }
  end();
  return parts;
}

/** A snippet has no lines any more, so of Markdown only what stands between words can be told: bold, code, and tables. */
function withoutMarkup(text: string): string {
  return text
    .replace(/\*{2,3}|`+/g, "")
    .replace(/\|[\s|:-]*/g, "|")
    .replace(/\s+\|?|\|/g, (run) => (run.endsWith("|") ? " " : run));
}

function matches(words: string, beginnings: readonly string[]): boolean {
  const found = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.length > 0 && found.every((word) => beginnings.includes(beginning(word)));
}

/** Words of one stem begin alike; two letters are enough to tell a match from brackets of the text. */
function beginning(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 2);
}
