import type { ReadThought } from "./candidate.ts";
import type { BranchFate } from "./fact.ts";
import { FATE_WEIGHTS } from "./fate-weights.ts";
import type { Features } from "./features.ts";
import { readWeights, type Weights } from "./read-weights.ts";
import { followSalience } from "./salience.ts";

/** What a thought says about how its branch goes, each from 0 to 1. */
export interface Sign {
  readonly decision: number;
  readonly deadEnd: number;
  readonly open: number;
  readonly plan: number;
  readonly outcome: number;
}

/** What is known of a branch when the session ends. */
export interface BranchCourse {
  readonly signs: readonly Sign[];
  /** Its last thought, and the first one of the main branch after it. */
  readonly last: ReadThought | undefined;
  readonly next: ReadThought | undefined;
  /** What plain words say within it and elsewhere. */
  readonly own: { readonly fate: BranchFate; readonly strength: number } | undefined;
  readonly elsewhere: { readonly fate: BranchFate; readonly strength: number } | undefined;
  readonly isPending: boolean;
  /** How many later thoughts of the main branch speak of it, and the share of them that do. */
  readonly mentions: number;
  readonly mentioned: number;
  /** Another branch from the same thought begins after it. */
  readonly hasRival: boolean;
  /** The session ends with it. */
  readonly isLast: boolean;
}

const FATES = ["won", "dropped", "open"] as const;
const ACTS = ["commit", "abandon", "fail", "doubt", "plan", "result", "attempt"] as const;
/** From this strength on the main branch says itself how the branch ended. */
const TAKEN_UP = 3;
/** Roughly what the place of a thought adds to its odds. */
const SESSION = 1;
const chance = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Reads a thought for what it says about its branch. */
export function signOf({ sentences }: ReadThought, weights: Weights): Sign {
  if (sentences.length === 0) return { decision: 0, deadEnd: 0, open: 0, plan: 0, outcome: 0 };
  const [fact, decision, deadEnd, open, , plan, outcome] = followSalience(
    sentences,
    weights,
  )(sentences.length - 1);
  const isFact = chance(fact! + SESSION);
  return {
    decision: isFact * chance(decision!),
    deadEnd: isFact * chance(deadEnd!),
    open: isFact * chance(open!),
    plan: isFact * chance(plan!),
    outcome: isFact * chance(outcome!),
  };
}

/** The features of a branch. */
export function fateFeatures(course: BranchCourse): Features {
  const { signs, last, next, own, elsewhere, mentions, mentioned } = course;
  const found: Features = new Map([
    ["always", 1],
    ["thoughts", Math.log(Math.max(1, signs.length))],
    ["mentions", Math.log(1 + mentions)],
    ["mentioned", mentioned],
  ]);
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  for (const kind of ["decision", "deadEnd", "open", "plan", "outcome"] as const) {
    const values = signs.map((sign) => sign[kind]);
    set(`most ${kind}`, Math.max(0, ...values));
    set(
      `all ${kind}`,
      Math.min(
        4,
        values.reduce((sum, one) => sum + one, 0),
      ),
    );
    set(`last ${kind}`, values.at(-1) ?? 0);
    set(`end ${kind}`, Math.max(0, ...values.slice(-3)));
  }
  const worst = signs.reduce((best, { deadEnd }, at) => (deadEnd > signs[best]!.deadEnd ? at : best), 0);
  set("after worst", signs.length === 0 ? 0 : Math.log(signs.length - worst));
  if (own) set(`own ${own.fate}`, own.strength);
  if (elsewhere) set(`elsewhere ${elsewhere.fate}`, elsewhere.strength);
  if (own && elsewhere && own.fate === elsewhere.fate) set(`both ${own.fate}`, 1);
  set("no verdict", own === undefined && elsewhere === undefined);
  set("pending", course.isPending);
  set("rival", course.hasRival);
  set("ends session", course.isLast);
  for (const [name, read] of [
    ["last", last],
    ["next", next],
  ] as const) {
    if (!read) continue;
    for (const act of ACTS)
      set(
        `${name} act:${act}`,
        Math.min(3, Math.max(0, ...read.sentences.map(({ reading }) => reading.acts[act]))),
      );
    set(
      `${name} question`,
      read.sentences.some(({ reading }) => reading.isQuestion),
    );
    set(`${name} points back`, read.sentences[0]?.reading.pointsBack ?? false);
  }
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
