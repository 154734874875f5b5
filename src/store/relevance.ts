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
  const stems = new Set(words.map(stemOf).filter((stem) => stem !== ""));
  const lengths = [...new Set([...stems].map((stem) => stem.length))];
  const isFound = (word: string) => lengths.some((length) => stems.has(word.slice(0, length)));
  return (content, bytes) => {
    const found = plain(content)
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter(isFound);
    const count = Math.max(1, found?.length ?? 0);
    return count / (count + 0.3 + bytes / 600);
  };
}

function byScore([a, scoreA]: readonly [number, number], [b, scoreB]: readonly [number, number]): number {
  return scoreB - scoreA || b - a;
}

/** The beginning that words of one stem share, near enough for counting. */
function stemOf(word: string): string {
  // A character such as ⑽ has brackets when it is taken apart.
  const bare = plain(word).replace(/[^\p{L}\p{N}]+/gu, "");
  return bare.slice(0, Math.max(3, bare.length - 3));
}

/** A lower-case text without accents. */
function plain(text: string): string {
  const small = text.toLowerCase();
  return /[^\0-\x7f]/.test(small) ? small.normalize("NFKD").replace(/\p{M}/gu, "") : small;
}
