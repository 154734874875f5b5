export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a snippet at the brackets that the search put around matches. Brackets of the thought itself stay: their content
 * does not start like a word of the query.
 */
export function snippetParts(snippet: string, query: string): readonly SnippetPart[] {
  const beginnings = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map(beginning);
  const parts: SnippetPart[] = [];
  let plain = "";
  const flush = () => {
    const text = withoutMarkup(plain);
    if (text !== "") parts.push({ text, isMatch: false });
    plain = "";
  };
  for (const [piece, inner] of snippet.matchAll(/\[([^[\]]*)\]|[^[]+|\[/g)) {
    if (inner === undefined || !matches(inner, beginnings)) plain += piece;
    else {
      flush();
      parts.push({ text: inner, isMatch: true });
    }
  }
  flush();
  return parts;
}

/** Removes bold, code and table markup, all that is recognizable without line breaks. */
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

/** Words of one stem start alike; two characters distinguish a match from brackets of the text well enough. */
function beginning(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 2);
}
