import type { Read } from "./candidate.ts";
import type { Act } from "./phrases.ts";
import type { Reading } from "./reading.ts";

/**
 * How much each property of a sentence speaks for a fact, whatever its wording. Fitted by logistic regression on the
 * tuned half of the development set; rounded.
 */
const ACT: Readonly<Partial<Record<Act, number>>> = {
  commit: 0.55,
  abandon: 0.85,
  fail: 0.25,
  attempt: 0.65,
  doubt: 0.45,
  plan: 0.4,
  turn: 0.15,
  rule: 0.35,
  watch: -0.5,
};
const ACTS = Object.entries(ACT) as [Act, number][];
const CAUSES = new Set(["because", "since", "so", "hence", "therefore", "thus", "consequently", "instead"]);
const NEGATIONS = new Set(["not", "no", "never", "nobody", "none", "nothing", "without"]);
/** A title and its value: "Retention: 30 days". */
const TITLED = /^[\p{Lu}][\p{L} -]{2,28}: \S/u;

/** What a sentence by itself says for being a fact. */
export function salienceOf({ text, reading, topic, isItem }: Read): number {
  return (
    actsWorth(reading) +
    0.55 * reading.specifics +
    0.13 * Math.min(8, topic.size) +
    (reading.isHypothetical ? -4 : 0) +
    (reading.pointsBack ? -0.7 : 0) +
    (reading.words < 4 ? 1.5 : 0) +
    (has(reading, CAUSES) ? 1.1 : 0) +
    (has(reading, NEGATIONS) ? 0.6 : 0) +
    (TITLED.test(text) ? 0.8 : 0) +
    (isItem ? 1.6 : 0)
  );
}

function actsWorth({ acts }: Reading): number {
  let sum = 0;
  for (const [act, worth] of ACTS) sum += worth * Math.min(4, acts[act]);
  return sum;
}

function has({ clauses }: Reading, wanted: ReadonlySet<string>): boolean {
  return clauses.some(({ words }) => words.some((word) => wanted.has(word)));
}

/** What the rest of the session says about a sentence. */
export interface Surroundings {
  /** The share of its runs of words that the session repeats. */
  readonly routine: number;
  /** How rare its words are, on average. */
  readonly rarity: number;
  readonly sharedWithGoal: number;
  readonly isLate: boolean;
}

/** What the session adds to the salience of a sentence. */
export function standingOut({ routine, rarity, sharedWithGoal, isLate }: Surroundings): number {
  return -6 * routine + 7 * rarity + 0.45 * Math.min(4, sharedWithGoal) + (isLate ? 2.5 : 0);
}
