import type { CandidateSource, WordForm } from "./candidates.ts";
import { type Concept, DIRECT } from "./concepts.ts";

/** How many of the best thoughts are read and ranked by their text. */
const MOST_READ = 300;
/** At most this many words are left out in turn, to find thoughts with most of the words. */
const MOST_LEFT_OUT = 6;

/** The thoughts worth ranking, and the weight of each word. */
export interface Collected {
  readonly positions: readonly number[];
  /** By concept: the rarer within the filters, the higher. */
  readonly weights: readonly number[];
  /** By concept: how many thoughts contain it. */
  readonly counts: readonly number[];
  /** Whether a thought at a position is known to match a concept. */
  readonly matches: (concept: number, position: number) => boolean;
}

/** The weight of a word by how many of the thoughts within the filters contain it. */
export function weightOf(count: number, thoughts: number): number {
  const total = Math.max(thoughts, count, 1);
  return Math.log(1 + (total - count + 0.5) / (count + 0.5)) + 0.1;
}

/**
 * Finds the thoughts worth reading: those whose matching words weigh the most together. A frequent word is looked up
 * among its newest thoughts only, so thoughts with all words, or all but one, are looked up as well.
 */
export async function collect(source: CandidateSource, concepts: readonly Concept[]): Promise<Collected> {
  const found = await source.eachOf(concepts.map((concept) => formsOf(concept, 0)));
  const members = found.map(({ positions }) => new Set(positions));
  const weights = concepts.map(({ share }, index) => {
    return share * weightOf(found[index]!.count, source.thoughts);
  });
  const isCut = found.some(({ isComplete }) => !isComplete);
  if (isCut && concepts.length > 1) {
    for (const chosen of combinations(found.map(({ count }) => count))) {
      const words = chosen.map((index) => formsOf(concepts[index]!, DIRECT));
      for (const position of await source.allOf(words))
        for (const index of chosen) members[index]!.add(position);
    }
  }
  const scores = new Map<number, number>();
  for (const [index, positions] of members.entries())
    for (const position of positions) scores.set(position, (scores.get(position) ?? 0) + weights[index]!);
  const positions = [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a)
    .slice(0, MOST_READ)
    .map(([position]) => position);
  return {
    positions,
    weights,
    counts: found.map(({ count }) => count),
    matches: (concept, position) => members[concept]!.has(position),
  };
}

/** Which words to look up together: all, all but one, and the rarest two; words that no thought contains are left out. */
function combinations(counts: readonly number[]): number[][] {
  const rarestFirst = counts
    .map((count, index) => ({ count, index }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count)
    .map(({ index }) => index)
    .slice(0, MOST_LEFT_OUT);
  if (rarestFirst.length < 2) return [];
  const all = [rarestFirst];
  if (rarestFirst.length > 2)
    for (const left of rarestFirst.toReversed()) all.push(rarestFirst.filter((index) => index !== left));
  if (rarestFirst.length > 3) all.push(rarestFirst.slice(0, 2));
  return all;
}

const formsOf = ({ forms }: Concept, least: number): WordForm[] =>
  [...forms].filter(([, { quality }]) => quality >= least).map(([stem, { text }]) => ({ stem, text }));
