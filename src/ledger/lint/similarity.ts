import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";

/** How much two sets have in common: 1 for equal ones. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const common = a.intersection(b).size;
  return common / (a.size + b.size - common);
}

/** Whether two thoughts say the same: nearly the same words, the same numbers, and the same negations. */
export function saysSame(context: LintContext, a: Thought, b: Thought, least = 0.8): boolean {
  return (
    jaccard(context.words(a), context.words(b)) >= least &&
    numbersIn(a.content) === numbersIn(b.content) &&
    negationsIn(a.content) === negationsIn(b.content)
  );
}

const numbersIn = (text: string): string => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).sort().join(" ");
const negationsIn = (text: string): number =>
  (text.match(/\b(?:not|no|never|without|cannot)\b|n[’']t\b/gi) ?? []).length;
