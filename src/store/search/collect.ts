import { stem } from "../words/stem.ts";
import type { CandidateSource, WordForm, WordMatches } from "./candidates.ts";
import { type Concept, DIRECT, QUALITY } from "./concepts.ts";
import { misspellingsOf } from "./misspellings.ts";

/** How many of the best thoughts are read and ranked by their text. */
const MOST_READ = 200;
/** At most this many words are left out in turn, to find thoughts with most of the words. */
const MOST_LEFT_OUT = 6;
/** How many words without any match are looked up as typing mistakes. */
const MOST_CORRECTED = 2;

/** The thoughts worth ranking, and the weight of each word. */
export interface Collected {
  readonly positions: readonly number[];
  /** The words of the question. Rare synonyms count more. */
  readonly concepts: readonly Concept[];
  /** The weight of each concept: higher if it is rarer within the filters, 0 if no thought contains it. */
  readonly weights: readonly number[];
  /** Whether a thought at a position is known to contain a word itself. */
  readonly matches: (concept: number, position: number) => boolean;
}

/** The weight of a word by how many of the thoughts within the filters contain it. */
export function weightOf(count: number, thoughts: number): number {
  const total = Math.max(thoughts, count, 1);
  return Math.log(1 + (total - count + 0.5) / (count + 0.5)) + 0.1;
}

/**
 * Finds the thoughts to read: those whose matching words have the highest total weight. A frequent word is looked up
 * among its newest thoughts only, so thoughts with all words, or all but one, are looked up as well.
 */
export async function collect(source: CandidateSource, asked: readonly Concept[]): Promise<Collected> {
  const direct = await source.eachOf(asked.map((concept) => formsOf(concept, true)));
  const others = await lookUpOthers(source, asked, direct);
  const members = direct.map(({ positions }) => new Set(positions));
  const found = asked.map((concept, index) =>
    weighed(concept, direct[index]!, others[index], source.thoughts),
  );
  const isCut = direct.some(({ isComplete }) => !isComplete);
  if (isCut && asked.length > 1) {
    for (const chosen of combinations(direct.map(({ count }) => count))) {
      const words = chosen.map((index) => formsOf(asked[index]!, true));
      for (const position of await source.allOf(words))
        for (const index of chosen) members[index]!.add(position);
    }
  }
  const scores = new Map<number, number>();
  const add = (positions: Iterable<number>, score: number): void => {
    for (const position of positions) scores.set(position, (scores.get(position) ?? 0) + score);
  };
  for (const [index, { weight, synonym }] of found.entries()) {
    const own = members[index]!;
    add(own, weight);
    const other = others[index]?.positions.filter((position) => !own.has(position)) ?? [];
    add(other, weight * synonym);
  }
  const positions = [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a)
    .slice(0, MOST_READ)
    .map(([position]) => position);
  return {
    positions,
    concepts: found.map(({ concept }) => concept),
    weights: found.map(({ weight }) => weight),
    matches: (concept, position) => members[concept]!.has(position),
  };
}

/** Looks up the synonyms of each word, and words that differ by a typing mistake from one that no thought contains. */
async function lookUpOthers(
  source: CandidateSource,
  concepts: readonly Concept[],
  direct: readonly WordMatches[],
): Promise<(WordMatches | undefined)[]> {
  const groups: { index: number; forms: WordForm[] }[] = [];
  let corrected = 0;
  for (const [index, concept] of concepts.entries()) {
    if (direct[index]!.count === 0 && corrected < MOST_CORRECTED) {
      const close = misspellingsOf(concept.word);
      if (close.length > 0) corrected++;
      for (const form of close) {
        const root = stem(form);
        if (!concept.forms.has(root)) concept.forms.set(root, { text: form, quality: QUALITY.close });
      }
    }
    const forms = formsOf(concept, false);
    if (forms.length > 0) groups.push({ index, forms });
  }
  const found: (WordMatches | undefined)[] = concepts.map(() => undefined);
  if (groups.length === 0) return found;
  const matches = await source.eachOf(groups.map(({ forms }) => forms));
  for (const [at, { index }] of groups.entries()) found[index] = matches[at];
  return found;
}

/** The weight of a word, and of its synonyms relative to it: less if the synonyms are more frequent than the word. */
function weighed(concept: Concept, direct: WordMatches, other: WordMatches | undefined, thoughts: number) {
  const own = direct.count === 0 ? 0 : weightOf(direct.count, thoughts);
  const others = other && other.count > 0 ? weightOf(other.count, thoughts) : 0;
  const weight = own === 0 ? others : own;
  const synonym = weight === 0 ? 0 : Math.min(1, others / weight);
  const forms = new Map(
    [...concept.forms].map(([root, { text, quality }]) => [
      root,
      { text, quality: quality >= DIRECT ? quality : quality * synonym },
    ]),
  );
  return {
    concept: { ...concept, forms },
    weight: weight * concept.share,
    synonym: synonym * QUALITY.synonym,
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

const formsOf = ({ forms }: Concept, isDirect: boolean): WordForm[] =>
  [...forms]
    .filter(([, { quality }]) => quality >= DIRECT === isDirect)
    .map(([root, { text }]) => ({ stem: root, text }));
