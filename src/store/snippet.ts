import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/** The approximate number of words in a snippet. */
const WORDS = 24;
/** A longer text is read in overlapping chunks of this many characters: a match may lie on a boundary. */
const LONGEST = 60_000;
const OVERLAP = 1_000;
/** The maximum number of matches considered. */
const MOST_MATCHES = 1000;

/** A word of the text that matches one of the query. */
interface Match {
  /** Index of the word in the text, from 0. */
  readonly place: number;
  readonly begin: number;
  readonly end: number;
  readonly stem: string;
}

/** The part of a text with the most query words, each in brackets; the beginning if there are none. */
export function snippetOf(content: string, stems: ReadonlySet<string>): string {
  if (content.length <= LONGEST) return snippetIn(content, stems);
  // In a long text only the first chunk with a match is read closely: a list shows many snippets.
  for (let from = 0; from < content.length; from += LONGEST - OVERLAP) {
    const stretch = content.slice(from, from + LONGEST).toWellFormed();
    if (!hasAny(stretch, stems)) continue;
    const snippet = snippetIn(stretch, stems);
    const isCut = from + LONGEST < content.length && !snippet.endsWith("…");
    return `${from > 0 && !snippet.startsWith("…") ? "…" : ""}${snippet}${isCut ? "…" : ""}`;
  }
  return snippetIn(content.slice(0, LONGEST), stems);
}

function hasAny(text: string, stems: ReadonlySet<string>): boolean {
  let isFound = false;
  forEachToken(text, (token) => {
    isFound ||= stems.has(stem(token));
  });
  return isFound;
}

function snippetIn(content: string, stems: ReadonlySet<string>): string {
  const text = content.includes("\0") ? content.replaceAll("\0", " ") : content;
  const matches: Match[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  forEachToken(text, (token, begin, end) => {
    const found = stem(token);
    if (stems.has(found) && matches.length < MOST_MATCHES)
      matches.push({ place: begins.length, begin, end, stem: found });
    begins.push(begin);
    ends.push(end);
  });
  const shown = densest(matches);
  const first = firstWord(shown, begins.length);
  const last = Math.min(begins.length, first + WORDS) - 1;
  const isWhole = last === begins.length - 1;
  let cut = first > 0 ? "…" : "";
  let at = first > 0 ? begins[first]! : 0;
  for (const { place, begin, end } of matches) {
    if (place < first || place > last) continue;
    cut += `${text.slice(at, begin)}[${text.slice(begin, end)}]`;
    at = end;
  }
  return shortened(cut + text.slice(at, isWhole ? text.length : ends[last]) + (isWhole ? "" : "…"));
}

/** The first range of matches, within the length of a snippet, that has the most different words. */
function densest(matches: readonly Match[]): readonly Match[] {
  let best: readonly Match[] = [];
  let most = 0;
  for (let first = 0, next = 0; first < matches.length; first++) {
    while (next < matches.length && matches[next]!.place < matches[first]!.place + WORDS) next++;
    const stretch = matches.slice(first, next);
    const score = new Set(stretch.map((match) => match.stem)).size * WORDS + stretch.length;
    if (score > most) [best, most] = [stretch, score];
  }
  return best;
}

/** The start of a snippet that has its matches in the middle. */
function firstWord(shown: readonly Match[], count: number): number {
  const begin = shown[0]?.place ?? 0;
  const end = shown.at(-1)?.place ?? 0;
  const middle = begin - Math.floor((WORDS - (end - begin + 1)) / 2);
  return Math.max(0, Math.min(middle, count - WORDS));
}

/** A snippet of bounded length around its first match: a single word can have a megabyte. */
function shortened(snippet: string, most = 600): string {
  if (snippet.length <= most) return snippet;
  const begin = Math.max(0, Math.min(snippet.indexOf("[") - 100, snippet.length - most));
  return `${begin > 0 ? "…" : ""}${snippet.slice(begin, begin + most).toWellFormed()}${begin + most < snippet.length ? "…" : ""}`;
}
