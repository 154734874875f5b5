import type { Named } from "./branch-evidence.ts";
import type { ReadThought } from "./candidate.ts";
import { NO_SIGN, type Sign } from "./sign.ts";
import { verdictOf } from "./verdict.ts";

/** How many words stand for a branch. The number is fixed: a long branch is not mentioned by chance more often. */
const TERMS = 16;
/** How much a word counts that other thoughts use too, by the number of those thoughts. */
const BY_OTHERS = [1, 0.5, 0.25];
/** How much a word counts that the branch has in one thought only. */
const ONCE = 0.5;
/** A thought takes up a branch from this weight of its words on, and none counts for more than `MOST`. */
const LEAST = 0.5;
const MOST = 2;
/** The first few thoughts after a branch comment on it; only later ones build on it. */
const NEAR = 2;
/** So many thoughts without such words are added to those that follow, so that a few say little. */
const PRIOR = 4;

/** What the main line does with the words of a branch after its last thought. */
export interface Uptake {
  /** How many thoughts of the main line follow. */
  later: number;
  /** The weight of the words of the branch in those that are not near. */
  far: number;
  /** The weight in all of them; what those with such words say, and their verdicts, weighted sums. */
  weight: number;
  readonly said: Record<keyof Sign, number>;
  readonly verdicts: Record<"for" | "against" | "pending", number>;
  /** The thought that builds most on the branch, and how much. */
  best?: ReadThought | undefined;
  most: number;
}

export function newUptake(): Uptake {
  return {
    later: 0,
    far: 0,
    weight: 0,
    said: { ...NO_SIGN },
    verdicts: { for: 0, against: 0, pending: 0 },
    most: 0,
  };
}

/** The words that stand for a branch: those that it repeats and that few other thoughts had used when it ended. */
export function termsOf(
  { words, nameWords }: Named,
  uses: (word: string) => number,
): ReadonlyMap<string, number> {
  const weighed: (readonly [string, number, number])[] = [];
  for (const [word, count] of words) {
    const others = Math.max(0, uses(word) - count);
    const own = (BY_OTHERS[others] ?? 0) * (count > 1 ? 1 : ONCE);
    const weight = nameWords.has(word) ? Math.max(own, 1) : own;
    if (weight > 0) weighed.push([word, weight, count]);
  }
  weighed.sort((a, b) => b[1] - a[1] || b[2] - a[2]);
  return new Map(weighed.slice(0, TERMS).map(([word, weight]) => [word, weight]));
}

/** Adds a later thought of the main line. */
export function takeUp(
  uptake: Uptake,
  terms: ReadonlyMap<string, number>,
  read: ReadThought,
  words: ReadonlySet<string>,
  signOf: () => Sign,
): void {
  uptake.later++;
  const weight = Math.min(MOST, weightIn(words, terms));
  if (weight < LEAST) return;
  if (uptake.later > NEAR) uptake.far += weight;
  uptake.weight += weight;
  const sign = signOf();
  for (const name of Object.keys(sign) as (keyof Sign)[]) uptake.said[name] += weight * sign[name];
  for (const sentence of read.sentences) {
    const own = Math.min(1, weightIn(sentence.topic, terms));
    if (own === 0) continue;
    const { polarity, strength } = verdictOf(sentence, true);
    if (polarity !== "none") uptake.verdicts[polarity] += own * strength;
  }
  const worth = weight * Math.max(sign.decision, sign.outcome, sign.plan);
  if (worth < uptake.most) return;
  uptake.most = worth;
  uptake.best = read;
}

/** The weight of the words of a branch in a later thought of the main line, on average. */
export function rateOf({ far, later }: Uptake): number {
  return far / (Math.max(0, later - NEAR) + PRIOR);
}

/** The sentence of a thought that has most of the words of a branch. */
export function mostTakenUp({ sentences }: ReadThought, terms: ReadonlyMap<string, number>): string {
  let [text, most] = ["", -1];
  for (const { text: one, topic } of sentences) {
    const weight = weightIn(topic, terms);
    if (weight > most) [text, most] = [one, weight];
  }
  return text;
}

function weightIn(words: ReadonlySet<string>, terms: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, weight] of terms) if (words.has(term)) sum += weight;
  return sum;
}
