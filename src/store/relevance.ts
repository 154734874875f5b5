/** The most hits of one answer, and how many of the best are read to rank them by their text. */
export const MOST_HITS = 200;
/** In a longer thought the words are not counted: it says little about them. */
export const LONGEST_COUNTED = 20_000;
/** How many hits an answer has when nobody says. */
const USUAL_HITS = 20;

/** Where the thoughts that hold a word stand, and how much that word says. */
export interface Weighed {
  readonly positions: readonly number[];
  readonly weight: number;
}

/** How much a word says that so many of all thoughts hold: the rarer, the more. */
export function weightOf(matches: number, total: number): number {
  return Math.log(1 + total / Math.max(1, matches));
}

/** The best of the thoughts that hold some of the words, with their scores; among equals the newest. */
export function bestOf(found: readonly Weighed[]): [position: number, score: number][] {
  const scores = new Map<number, number>();
  for (const { positions, weight } of found)
    for (const position of positions) scores.set(position, (scores.get(position) ?? 0) + weight);
  return [...scores].sort(byScore).slice(0, MOST_HITS);
}

/** Adds to each score how dense the words lie in the text, and keeps as many as were asked for. */
export function ranked(
  best: readonly (readonly [position: number, score: number])[],
  density: (position: number) => number,
  limit: number = USUAL_HITS,
): [position: number, score: number][] {
  return best
    .map(([position, score]): [number, number] => [position, score + density(position)])
    .sort(byScore)
    .slice(0, Math.max(0, limit));
}

/** Makes the function that tells how much of a text its words are, between 0 and 1, from its content and its size. */
export function createDensity(words: readonly string[]): (content: string, bytes: number) => number {
  const beginnings = beginningsOf(words);
  return (content, bytes) => {
    const count = Math.max(1, plain(content).match(beginnings)?.length ?? 0);
    return count / (count + 0.3 + bytes / 600);
  };
}

function byScore([a, scoreA]: readonly [number, number], [b, scoreB]: readonly [number, number]): number {
  return scoreB - scoreA || b - a;
}

/** Finds the beginnings of words that share a stem with one of these, near enough for counting. */
function beginningsOf(words: readonly string[]): RegExp {
  const stems = words.map((word) => {
    const letters = plain(word);
    // A letter such as ⑽ has brackets when it is taken apart.
    return letters.slice(0, Math.max(3, letters.length - 3)).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  });
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join("|")})`, "giu");
}

/** A text without accents. */
function plain(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize("NFKD").replace(/\p{M}/gu, "") : text;
}
