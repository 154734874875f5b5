import type { ReadThought } from "./candidate.ts";
import type { BranchFate } from "./fact.ts";
import { FATE_WEIGHTS } from "./fate-weights.ts";
import { type Features, featuresOf } from "./features.ts";
import { readWeights, type Weights } from "./read-weights.ts";
import { followSalience } from "./salience.ts";
import { rateOf, type Sign, type Uptake } from "./uptake.ts";

/** What is known of a branch when the session ends. */
export interface BranchCourse {
  /** What its newest thoughts say, the last one at the end, and what its thoughts say on average. */
  readonly signs: readonly Sign[];
  readonly mean: Sign;
  /** Its newest thoughts, the last one at the end, and the first one of the main line after it. */
  readonly newest: readonly ReadThought[];
  readonly next: ReadThought | undefined;
  /** What plain words say within it and elsewhere. */
  readonly own: { readonly fate: BranchFate; readonly strength: number } | undefined;
  readonly elsewhere: { readonly fate: BranchFate; readonly strength: number } | undefined;
  readonly isPending: boolean;
  /** What the main line does with its words, and with those of the branch that it takes up most. */
  readonly uptake: Uptake;
  readonly best: number;
  /** The share of later thoughts of the main line that speak of it. */
  readonly mentioned: number;
  /** Another branch from the same thought begins after it. */
  readonly hasRival: boolean;
}

const FATES = ["won", "dropped", "open"] as const;
const ACTS = ["commit", "abandon", "fail", "doubt", "plan", "result", "attempt"] as const;
const SIGNS = ["decision", "deadEnd", "open", "plan", "outcome"] as const;
/** From this strength on the main branch says itself how the branch ended. */
const TAKEN_UP = 3;
/** Roughly what the place of a thought adds to its odds. */
const SESSION = 1;
const NOTHING: Sign = { fact: 0, decision: 0, deadEnd: 0, open: 0, plan: 0, outcome: 0 };
const chance = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Reads a thought for what it says about its branch. */
export function signOf({ sentences }: ReadThought, weights: Weights): Sign {
  if (sentences.length === 0) return NOTHING;
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

/** The features of a branch. None of them grows with its length. */
export function fateFeatures(course: BranchCourse): Features {
  const { signs, mean, newest, next, own, elsewhere, uptake } = course;
  const found: Features = new Map([["always", 1]]);
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  const [last = NOTHING, before = NOTHING, third = NOTHING] = signs.toReversed();
  for (const kind of SIGNS) {
    set(`last ${kind}`, last[kind]);
    set(`end ${kind}`, Math.max(last.fact * last[kind], 0.7 * before.fact * before[kind], 0.5 * third.fact * third[kind]));
    set(`said ${kind}`, uptake.weight > 0 ? (Math.min(1, uptake.weight) * uptake.said[kind]) / uptake.weight : 0);
  }
  for (const polarity of ["for", "against", "pending"] as const) set(`said ${polarity}`, uptake[polarity] / (1 + uptake.weight));
  const rate = rateOf(uptake);
  set("far", rate);
  set("far rank", Math.log((0.05 + rate) / (0.05 + course.best)));
  set("not taken up", uptake.later > 3 && uptake.far === 0);
  set("mentioned", course.mentioned);
  if (own) set(`own ${own.fate}`, own.strength);
  if (elsewhere) set(`elsewhere ${elsewhere.fate}`, elsewhere.strength);
  set("no verdict", own === undefined && elsewhere === undefined);
  set("pending", course.isPending);
  set("rival", course.hasRival);
  const c = course as any;
  const pursued = Math.min(1, (c.thoughts - 1) / 3);
  if (c.nextSign && c.gap !== 0) for (const kind of SIGNS) set(`nextsign ${kind}`, c.nextSign[kind]*c.nextSign.fact);
  set("order first", pursued * Number(c.earlier === 0 && c.after>0));
  set("order last", pursued * Number(c.after === 0 && c.earlier>0));

  set("order gap0", pursued * Number(c.after > 0 && c.gap === 0));
  set("order gap1", pursued * Number(c.after > 0 && c.gap === 1));
  set("order gap2", pursued * Number(c.after > 0 && c.gap > 3));
  set("ends session", uptake.later === 0);
  if (newest.length > 0) for (const [feature, value] of featuresOf(newest.at(-1)!.sentences.slice(-3))) if (/^(act:|verdict|last verdict|has:|question|hypo)/.test(feature)) set(`bag ${feature}`, value);
  return found;
}

let fitted: Weights | undefined;

/** How a branch most likely ended. */
export function fateOf(course: BranchCourse, weights: Weights | undefined): BranchFate {
  const { elsewhere } = course;
  // What the main branch plainly takes up has won.
  if (elsewhere?.fate === "won" && elsewhere.strength >= TAKEN_UP) return "won";
  fitted ??= readWeights(FATE_WEIGHTS);
  const sum = new Float64Array(FATES.length);
  for (const [name, value] of fateFeatures(course)) {
    const own = (weights ?? fitted).get(name);
    if (own) for (let at = 0; at < sum.length; at++) sum[at]! += value * own[at]!;
  }
  return FATES[sum.indexOf(Math.max(...sum))]!;
}
