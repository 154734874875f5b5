import type { ReadThought } from "./candidate.ts";
import { verdictOf } from "./verdict.ts";

/** How many words stand for a branch. The number is fixed, so that a long branch is not mentioned by chance more often. */
const TERMS = 16;
/** How much a word weighs that other thoughts used before, by the number of those thoughts. */
const BY_OTHERS = [1, 0.5, 0.25];
/** How much a word weighs that the branch has in one thought only. */
const ONCE = 0.5;
/** A thought takes a branch up from this weight of its words on, and no thought counts for more than `MOST`. */
const LEAST = 0.5;
const MOST = 2;
/** How many thoughts of the main line comment on a branch that just ended. */
export const NEAR = 2;

/** So many thoughts without such words are assumed beside those that follow. */
const PRIOR = 4;

/** What a thought says about how its branch goes, each from 0 to 1. */
export interface Sign {
  /** It states a fact at all; the others say which kind, if it does. */
  readonly fact: number;
  readonly decision: number;
  readonly deadEnd: number;
  readonly open: number;
  readonly plan: number;
  readonly outcome: number;
}

/** What the main line does with the words of a branch after its last thought. */
export interface Uptake {
  /** How many thoughts follow, and the weights of the words of the branch in the first few and in the others. */
  later: number;
  near: number;
  far: number;
  /** How many of the others have such words. */
  thoughts: number;
  /** Sums of what those thoughts say, weighted, and the weight. */
  readonly said: Record<keyof Sign, number>;
  weight: number;
  for: number;
  against: number;
  pending: number;
}

export function newUptake(): Uptake {
  return {
    later: 0,
    near: 0,
    far: 0,
    thoughts: 0,
    said: { fact: 0, decision: 0, deadEnd: 0, open: 0, plan: 0, outcome: 0 },
    weight: 0,
    for: 0,
    against: 0,
    pending: 0,
  };
}

/** The words that stand for a branch, by weight: its own ones that it repeats and that the session did not use before. */
export function termsOf(
  words: ReadonlyMap<string, number>,
  nameWords: ReadonlySet<string>,
  uses: (word: string) => number,
): ReadonlyMap<string, number> {
  const weighed: [string, number][] = [];
  for (const [word, count] of words) {
    const others = Math.max(0, uses(word) - count);
    const own = (BY_OTHERS[others] ?? 0) * (count > 1 ? 1 : ONCE);
    const weight = nameWords.has(word) ? Math.max(own, 1) : own;
    if (weight > 0) weighed.push([word, weight]);
  }
  weighed.sort((a, b) => b[1] - a[1] || (words.get(b[0]) ?? 0) - (words.get(a[0]) ?? 0));
  return new Map(weighed.slice(0, TERMS));
}

/** Adds a later thought of the main line. */
export function takeUp(
  uptake: Uptake,
  terms: ReadonlyMap<string, number>,
  read: ReadThought,
  words: ReadonlySet<string>,
  signOf: () => Sign,
): void {
  const weight = Math.min(MOST, weightIn(words, terms));
  uptake.later++;
  if (weight < LEAST) return;
  if (uptake.later <= NEAR) uptake.near += weight;
  else {
    uptake.far += weight;
    uptake.thoughts++;
  }
  const sign = signOf();
  uptake.weight += weight;
  for (const name of Object.keys(uptake.said) as (keyof Sign)[]) uptake.said[name] += weight * sign[name];
  for (const sentence of read.sentences) {
    const own = Math.min(1, weightIn(sentence.topic, terms));
    if (own === 0) continue;
    const { polarity, strength } = verdictOf(sentence, true);
    if (polarity !== "none") uptake[polarity] += own * strength;
  }
}

function weightIn(words: ReadonlySet<string>, terms: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, weight] of terms) if (words.has(term)) sum += weight;
  return sum;
}

/** The weight of the words of a branch in a later thought of the main line, on average. */
export function rateOf({ far, later }: Uptake): number {
  return far / (Math.max(0, later - NEAR) + PRIOR);
}
