import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/** A snippet has about so many words. */
const WORDS = 24;
/** A longer text is read in stretches of this many characters, which overlap: a match may stand where one ends. */
const LONGEST = 60_000;
const OVERLAP = 1_000;
/** So many matches of a text are looked at. */
const MOST_MATCHES = 1000;

/** A word of the text that is one of those looked for. */
interface Match {
  /** Which word of the text it is, counted from 0. */
  readonly place: number;
  readonly begin: number;
  readonly end: number;
  readonly stem: string;
}

/** The part of a text that has the most of the words, each in brackets; the beginning when it has none. */
export function snippetOf(content: string, stems: ReadonlySet<string>): string {
  if (content.length <= LONGEST) return snippetIn(content, stems);
  // Of a long text only the first stretch with a match is read closely: a list shows many snippets, and each is small.
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

/** The stretch of matches within a snippet's length that has the most different words; the first of several. */
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

/** Where a snippet begins, so that what it shows stands in the middle. */
function firstWord(shown: readonly Match[], count: number): number {
  const begin = shown[0]?.place ?? 0;
  const end = shown.at(-1)?.place ?? 0;
  const middle = begin - Math.floor((WORDS - (end - begin + 1)) / 2);
  return Math.max(0, Math.min(middle, count - WORDS));
}

/** A snippet of bounded length around its first match: a word alone may be a megabyte. */
function shortened(snippet: string, most = 600): string {
  if (snippet.length <= most) return snippet;
  const begin = Math.max(0, Math.min(snippet.indexOf("[") - 100, snippet.length - most));
  return `${begin > 0 ? "…" : ""}${snippet.slice(begin, begin + most).toWellFormed()}${begin + most < snippet.length ? "…" : ""}`;
}
