import { meaningOf } from "../../text/excerpt.ts";

export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A link of the thought, as far as the snippet has it: its text stays. */
const WEB_LINK = /\[([^[\]]{1,200})\]\(https?:[^()\s]{1,500}(?:\)|…$)/g;

/**
 * Splits a snippet at the brackets that the search put around matches: words that start like one of the query, and related
 * words. Brackets of the thought itself stay, such as links, indexes, check boxes and log levels.
 */
export function snippetParts(found: string, query: string): readonly SnippetPart[] {
  const snippet = meaningOf(found, true).text.replace(WEB_LINK, "$1");
  const beginnings = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map(beginning);
  const parts: SnippetPart[] = [];
  let plain = "";
  const flush = () => {
    const text = withoutMarkup(plain);
    if (text !== "") parts.push({ text, isMatch: false });
    plain = "";
  };
  for (const { 0: piece, 1: inner, index } of snippet.matchAll(/\[([^[\]]*)\]|[^[]+|\[/g)) {
    const isMatch =
      inner !== undefined &&
      (matches(inner, beginnings) || isRelated(inner, snippet[index - 1], snippet[index + piece.length]));
    if (!isMatch) plain += piece;
    else {
      flush();
      parts.push({ text: inner, isMatch: true });
    }
  }
  flush();
  return parts;
}

/** Whether brackets enclose one word, as the search marks it: not in capitals, not part of a link or an index. */
const isRelated = (inner: string, before = " ", after = " "): boolean =>
  /^\p{L}[\p{Ll}\p{Lo}\p{M}]{2,39}$/u.test(inner) && !/[\p{L}\p{N}\]]/u.test(before) && !/[([:]/.test(after);

/** Removes bold, code and table markup, and the marks of headings, quotes and list items at the beginning of a line. */
function withoutMarkup(text: string): string {
  return text
    .replace(/\n[ \t]{0,20}(?:#{1,6}|>|[-*+])[ \t]{1,9}/g, "\n")
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
