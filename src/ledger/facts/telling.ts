import { type Evidence, type Statement, statement } from "./branch-evidence.ts";
import type { Read, ReadThought } from "./candidate.ts";
import type { BranchFate } from "./fact.ts";
import type { Weights } from "./read-weights.ts";
import { type Sign, signOf } from "./sign.ts";
import { mostTakenUp, type Uptake } from "./uptake.ts";
import { verdictOf } from "./verdict.ts";

/** How much the last thought of a branch and those before it count. */
const NEWEST = [1, 0.75, 0.55];
/** How much a plain verdict of a sentence counts, per strength, beside what its words are like. */
const BY_VERDICT = 0.3;
/** How much a statement elsewhere counts, per strength, and what the main line builds on a branch, by its weight. */
const BY_ELSEWHERE = 0.25;
const BY_UPTAKE = 0.4;

/** What may tell how a branch ended. */
export interface Telling {
  /** Its newest thoughts, the last one at the end. */
  readonly newest: readonly ReadThought[];
  readonly elsewhere?: Evidence | undefined;
  readonly uptake: Uptake;
  readonly terms?: ReadonlyMap<string, number> | undefined;
}

/** The sentence that says most about how a branch ended. */
export function tellingOf(
  { newest, elsewhere, uptake, terms }: Telling,
  fate: BranchFate,
  weights: Weights,
): Statement | undefined {
  let [most, best]: [number, Statement | undefined] = [-1, undefined];
  const add = (worth: number, at: Statement): void => {
    if (worth > most) [most, best] = [worth, at];
  };
  for (const [back, read] of newest.toReversed().entries()) {
    const whole = forFate(signOf(read.sentences, weights), fate);
    for (const sentence of read.sentences) {
      const worth = (NEWEST[back] ?? 0) * (whole + worthOf(sentence, fate, weights));
      add(worth, statement(sentence.text, read));
    }
  }
  if (elsewhere?.fate === fate) add(BY_ELSEWHERE * elsewhere.strength, elsewhere.at);
  if (fate === "won" && uptake.best && terms)
    add(BY_UPTAKE * uptake.most, statement(mostTakenUp(uptake.best, terms), uptake.best));
  return best;
}

/** How much a sentence of a branch says about an end. */
function worthOf(sentence: Read, fate: BranchFate, weights: Weights): number {
  const { polarity, strength } = verdictOf(sentence, false);
  const isSaid = polarity === (fate === "won" ? "for" : fate === "dropped" ? "against" : "pending");
  const { specifics } = sentence.reading;
  return forFate(signOf([sentence], weights), fate) + (isSaid ? BY_VERDICT * strength : 0) + 0.02 * specifics;
}

function forFate(sign: Sign, fate: BranchFate): number {
  const { fact, decision, deadEnd, open, plan, outcome } = sign;
  const kind =
    fate === "dropped" ? deadEnd : fate === "won" ? Math.max(decision, outcome) : Math.max(open, 0.5 * plan);
  return fact * kind;
}
