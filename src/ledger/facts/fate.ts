import type { BranchFate } from "./fact.ts";
import { FATE_WEIGHTS } from "./fate-weights.ts";
import type { Features } from "./features.ts";
import { readWeights, type Weights } from "./read-weights.ts";
import { NO_SIGN, type Sign } from "./sign.ts";
import { rateOf, type Uptake } from "./uptake.ts";

/** What is known of a branch when the session ends. */
export interface BranchCourse {
  readonly thoughts: number;
  /** What its newest thoughts say, the last one at the end. */
  readonly signs: readonly Sign[];
  /** What the first thought of the main line after it says. */
  readonly next: Sign | undefined;
  /** What plain words say within it and elsewhere. */
  readonly own: { readonly fate: BranchFate; readonly strength: number } | undefined;
  readonly elsewhere: { readonly fate: BranchFate; readonly strength: number } | undefined;
  readonly isPending: boolean;
  /** What the main line does with its words, and how much it does so with those of the branch that it uses most. */
  readonly uptake: Uptake;
  readonly mostUsed: number;
  /** The share of later thoughts of the main line that speak of it. */
  readonly mentioned: number;
  /** Another branch from the same thought begins after it. */
  readonly hasRival: boolean;
  /** How many branches began before it. */
  readonly earlier: number;
  /** How many thoughts of the main line lie between it and the branch that begins after it. */
  readonly gap: number | undefined;
}

const FATES = ["won", "dropped", "open"] as const;
const KINDS = ["decision", "deadEnd", "open", "plan", "outcome"] as const;
/** How much the last thought of a branch and those before it count for how it ends. */
const ENDING = [1, 0.7, 0.5];
/** From these strengths on another line says itself how the branch ended. */
const PLAIN = { won: 3, dropped: 4, open: Infinity };
/** From this strength on a verdict in its last thought says that a branch is not open. */
const PLAINLY = 3;
/** What a branch must say at least about an end, where no plain words do. */
const LEAST_SIGN = 0.2;
/** From this many thoughts on a branch was followed to its end, so that its place among the others says something. */
const PURSUED = 4;
/** From this gap on the next branch is about another matter. */
const FAR = 4;
/** A main line of at least this many thoughts that never uses the words of a branch goes on without it. */
const LONG = 4;

/** The features of a branch. None grows with the length of the branch or of the session. */
export function fateFeatures(course: BranchCourse): Features {
  const { signs, next, own, elsewhere, uptake, gap } = course;
  const found: Features = new Map([["always", 1]]);
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  const newest = signs.toReversed();
  const last = newest[0] ?? NO_SIGN;
  for (const kind of KINDS) {
    set(`last ${kind}`, last[kind]);
    set(`end ${kind}`, Math.max(0, ...newest.map((sign, at) => (ENDING[at] ?? 0) * sign.fact * sign[kind])));
    set(`said ${kind}`, (Math.min(1, uptake.weight) * uptake.said[kind]) / Math.max(1e-9, uptake.weight));
    if (next && gap !== undefined && gap > 0) set(`next ${kind}`, next.fact * next[kind]);
  }
  for (const polarity of ["for", "against", "pending"] as const)
    set(`said ${polarity}`, uptake.verdicts[polarity] / (1 + uptake.weight));
  const rate = rateOf(uptake);
  set("taken up", rate);
  set("taken up more", Math.log((0.05 + rate) / (0.05 + course.mostUsed)));
  set("not taken up", uptake.later >= LONG && uptake.far === 0);
  set("mentioned", course.mentioned);
  if (own) set(`own ${own.fate}`, own.strength);
  if (elsewhere) set(`elsewhere ${elsewhere.fate}`, elsewhere.strength);
  set("no verdict", own === undefined && elsewhere === undefined);
  set("pending", course.isPending);
  set("rival", course.hasRival);
  set("ends session", uptake.later === 0);
  const pursued = Math.min(1, (course.thoughts - 1) / (PURSUED - 1));
  if (gap === undefined) set("last of several", course.earlier > 0 && pursued);
  else {
    set("first of several", course.earlier === 0 && pursued);
    set("next at once", gap === 0 && pursued);
    set("next after one", gap === 1 && pursued);
    set("next later", gap >= FAR && pursued);
  }
  return found;
}

/** Whether any text speaks of how a branch ends. If none does, it is open, whatever the other branches do. */
function hasEvidence({ thoughts, signs, own, elsewhere, uptake }: BranchCourse): boolean {
  if (own || elsewhere || uptake.weight > 0) return true;
  const says = ({ fact, decision, deadEnd, outcome }: Sign) => fact * Math.max(decision, deadEnd, outcome);
  return thoughts > 1 && signs.some((sign) => says(sign) >= LEAST_SIGN);
}

let fitted: Weights | undefined;

/** How a branch most likely ended. */
export function fateOf(course: BranchCourse, weights: Weights | undefined): BranchFate {
  const { own, elsewhere } = course;
  if (elsewhere && elsewhere.strength >= PLAIN[elsewhere.fate]) return elsewhere.fate;
  if (!hasEvidence(course)) return "open";
  fitted ??= readWeights(FATE_WEIGHTS);
  const sum = new Float64Array(FATES.length);
  for (const [name, value] of fateFeatures(course)) {
    const byFate = (weights ?? fitted).get(name);
    if (byFate) for (let at = 0; at < sum.length; at++) sum[at]! += value * byFate[at]!;
  }
  if (own && own.strength >= PLAINLY) sum[FATES.indexOf("open")]! -= 1;
  return FATES[sum.indexOf(Math.max(...sum))]!;
}
