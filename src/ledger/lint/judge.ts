import { readWeights, type Weights } from "../facts/read-weights.ts";
import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { LINT_WEIGHTS } from "./lint-weights.ts";
import { type Passage, passagesOf } from "./passages.ts";

/** What the fitted models look for: a decision for which nothing else was considered, and a claim that something was checked. */
export const SOUGHT = ["decision", "claim"] as const;
export type Sought = (typeof SOUGHT)[number];

/** The passage of a thought that is most likely what a model looks for, and its log odds. */
export interface Judgement {
  readonly text: string;
  readonly odds: number;
}

let fitted: Weights | undefined;

/** The weight of a single property in a model. */
export function weightOf(property: string, sought: Sought): number {
  fitted ??= readWeights(LINT_WEIGHTS);
  return fitted.get(property)?.[SOUGHT.indexOf(sought)] ?? 0;
}

/** Properties of which a claim has at least one: something is examined, or found to be good. */
const CLAIMING = ["examines", "then examines", "good", "then good", "has:look:past"];

/** Whether a model reads a passage at all. */
export function mayBe(sought: Sought, { isQuestion, properties }: Passage): boolean {
  return sought === "decision" ? !isQuestion : CLAIMING.some((name) => properties.has(name));
}

/** Judgements by thought. They are few numbers, while the properties of all thoughts would fill the memory. */
const judged = new WeakMap<LintContext, WeakMap<Thought, readonly (Judgement | undefined)[]>>();

/** What a model says about a thought. Both models read it at once. */
export function judge(context: LintContext, thought: Thought, sought: Sought): Judgement | undefined {
  let known = judged.get(context);
  if (!known) {
    known = new WeakMap();
    judged.set(context, known);
  }
  let found = known.get(thought);
  if (!found) {
    found = bestOf(passagesOf(context, thought, context.sentences(thought)));
    known.set(thought, found);
  }
  return found[SOUGHT.indexOf(sought)];
}

function bestOf(passages: readonly Passage[]): readonly (Judgement | undefined)[] {
  fitted ??= readWeights(LINT_WEIGHTS);
  const best: (Judgement | undefined)[] = SOUGHT.map(() => undefined);
  for (const passage of passages) {
    const sums = Float64Array.from(fitted.get("always") ?? []);
    for (const [name, value] of passage.properties) {
      const weights = fitted.get(name);
      if (weights) for (let at = 0; at < sums.length; at++) sums[at]! += value * weights[at]!;
    }
    for (const [at, sought] of SOUGHT.entries())
      if (mayBe(sought, passage) && sums[at]! > (best[at]?.odds ?? -Infinity))
        best[at] = { text: passage.text, odds: sums[at]! };
  }
  return best;
}
