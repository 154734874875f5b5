import { readWeights } from "../facts/read-weights.ts";
import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { LINT_WEIGHTS } from "./lint-weights.ts";
import { closePassagesOf, type Passage, passagesOf, type Sink } from "./passages.ts";

/**
 * What the fitted models look for: a decision for which nothing else was considered, and a claim that something was checked.
 * `plan` is a quick model of decisions, which chooses the thoughts that the other one reads.
 */
export const SOUGHT = ["decision", "claim", "plan"] as const;
export type Sought = (typeof SOUGHT)[number];

/** The passage of a thought that is most likely what a model looks for, and its log odds. */
export interface Judgement {
  readonly text: string;
  readonly odds: number;
}

/** A property with its weight in each model. */
interface Entry {
  readonly weights: Float64Array;
  readonly isClaiming: boolean;
  /** The passage that has put it last. */
  passage: number;
}

/** Properties of which a claim has at least one: something is examined, or found to be good. */
const CLAIMING = new Set(["examines", "then examines", "good", "then good", "has:look:past"]);

let table: ReadonlyMap<string, Entry> | undefined;

function entries(): ReadonlyMap<string, Entry> {
  table ??= new Map(
    [...readWeights(LINT_WEIGHTS)].map(([name, weights]) => [
      name,
      { weights, isClaiming: CLAIMING.has(name), passage: 0 },
    ]),
  );
  return table;
}

/** The weight of a single property in a model. */
function weightOf(property: string, sought: Sought): number {
  return entries().get(property)?.weights[SOUGHT.indexOf(sought)] ?? 0;
}

/** Properties by name. */
export class Properties extends Map<string, number> implements Sink {
  put(name: string, value = 1): void {
    if (!this.has(name)) this.set(name, value);
  }
}

/** How much properties speak for what a model looks for. */
export function sumOf(properties: Properties, sought: Sought): number {
  let sum = 0;
  for (const [name, value] of properties) sum += value * weightOf(name, sought);
  return sum;
}

/** The properties of a passage, and whether each model reads it at all. */
export function propertiesOf(passage: Passage, isPlain: boolean) {
  const properties = new Properties();
  passage.describe(properties);
  const { isQuestion } = passage;
  const isRead = {
    decision: !isQuestion,
    plan: !isQuestion,
    claim: isPlain || properties.keys().some((name) => CLAIMING.has(name)),
  };
  return { properties, isRead };
}

/** Adds the weights of a passage up as it describes itself. One for all passages: a long session has many. */
const adder = {
  passage: 0,
  sums: new Float64Array(SOUGHT.length),
  isClaiming: false,
  read(passage: Passage): void {
    this.sums.set(entries().get("always")!.weights);
    this.passage++;
    this.isClaiming = false;
    passage.describe(this);
  },
  put(name: string, value: number): void {
    const entry = table!.get(name);
    if (entry === undefined || entry.passage === this.passage) return;
    entry.passage = this.passage;
    for (let at = 0; at < this.sums.length; at++) this.sums[at]! += value * entry.weights[at]!;
    if (entry.isClaiming) this.isClaiming = true;
  },
};

/** Below these log odds of the quick model a thought is not read closely. */
const LEAST_PLAN = -4;

type Judgements = { [name in Sought]?: Judgement };

/** Judgements by thought. They are few numbers, while the properties of all thoughts would fill the memory. */
const judged = new WeakMap<LintContext, WeakMap<Thought, Judgements>>();

/** What the model of claims says about a thought that is a claim by its words, whatever its properties. */
export const judgePlainClaim = (context: LintContext, thought: Thought): Judgement | undefined =>
  bestOf(passagesOf(thought, context.sentences(thought)), ["claim"], true).claim;

/** What a model says about a thought. Both models read it at once. */
export function judge(context: LintContext, thought: Thought, sought: Sought): Judgement | undefined {
  let known = judged.get(context);
  if (!known) {
    known = new WeakMap();
    judged.set(context, known);
  }
  let found = known.get(thought);
  if (!found) {
    found = bestOf(passagesOf(thought, context.sentences(thought)), ["claim", "plan"]);
    if ((found.plan?.odds ?? -Infinity) >= LEAST_PLAN)
      found = { ...found, ...bestOf(closePassagesOf(context, thought), ["decision"]) };
    known.set(thought, found);
  }
  return found[sought];
}

function bestOf(passages: readonly Passage[], wanted: readonly Sought[], isPlain = false): Judgements {
  const best: Judgements = {};
  for (const passage of passages) {
    adder.read(passage);
    for (const sought of wanted) {
      const odds = adder.sums[SOUGHT.indexOf(sought)]!;
      const isRead = sought === "claim" ? adder.isClaiming || isPlain : !passage.isQuestion;
      if (isRead && odds > (best[sought]?.odds ?? -Infinity)) best[sought] = { text: passage.text, odds };
    }
  }
  return best;
}
