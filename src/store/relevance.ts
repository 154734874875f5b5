/** The maximum number of hits, which is also how many of the best are read to rank them by their text. */
export const MOST_HITS = 200;
/** Words are not counted in longer thoughts, where they say little. */
export const LONGEST_COUNTED = 20_000;
/** The default number of hits. */
const USUAL_HITS = 20;

/** The positions of the thoughts that contain a word, and the word's weight. */
export interface Weighed {
  readonly positions: readonly number[];
  readonly weight: number;
}

/** The weight of a word by how many of all thoughts contain it: the rarer, the higher. */
export function weightOf(matches: number, total: number): number {
  return Math.log(1 + total / Math.max(1, matches));
}

/** The best thoughts that contain some of the words, with their scores; newest first among equals. */
export function bestOf(found: readonly Weighed[]): [position: number, score: number][] {
  const scores = new Map<number, number>();
  for (const { positions, weight } of found)
    for (const position of positions) scores.set(position, (scores.get(position) ?? 0) + weight);
  return [...scores].sort(byScore).slice(0, MOST_HITS);
}

/** Adds the density of the words in the text to each score, and keeps the best hits. */
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

/** Creates a function that returns which share of a text its words make up, between 0 and 1. */
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

/** The common beginning of words with one stem, close enough for counting. */
function stemOf(word: string): string {
  // Some characters, such as ⑽, contain brackets when decomposed.
  const bare = plain(word).replace(/[^\p{L}\p{N}]+/gu, "");
  return bare.slice(0, Math.max(3, bare.length - 3));
}

/** Lowercase without accents. */
function plain(text: string): string {
  const small = text.toLowerCase();
  return /[^\0-\x7f]/.test(small) ? small.normalize("NFKD").replace(/\p{M}/gu, "") : small;
}
