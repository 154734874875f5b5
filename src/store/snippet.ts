import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/** A snippet has about so many words. */
const WORDS = 24;
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
