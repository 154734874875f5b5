import type { Read } from "./candidate.ts";
import type { Weights } from "./read-weights.ts";
import { followSalience } from "./salience.ts";

/** What a thought says about how its branch goes, each from 0 to 1. */
export interface Sign {
  /** It states a fact; the others say of which kind, if it does. */
  readonly fact: number;
  readonly decision: number;
  readonly deadEnd: number;
  readonly open: number;
  readonly plan: number;
  readonly outcome: number;
}

export const NO_SIGN: Sign = { fact: 0, decision: 0, deadEnd: 0, open: 0, plan: 0, outcome: 0 };
/** Roughly what the place of a thought adds to its odds. */
const SESSION = 1;
const chance = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Reads the end of a thought, or a sentence, for what it says about its branch. */
export function signOf(sentences: readonly Read[], weights: Weights): Sign {
  if (sentences.length === 0) return NO_SIGN;
  const [fact, decision, deadEnd, open, , plan, outcome] = followSalience(
    sentences,
    weights,
  )(sentences.length - 1);
  return {
    fact: chance(fact! + SESSION),
    decision: chance(decision!),
    deadEnd: chance(deadEnd!),
    open: chance(open!),
    plan: chance(plan!),
    outcome: chance(outcome!),
  };
}
