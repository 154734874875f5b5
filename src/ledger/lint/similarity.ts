import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";

/** How much two sets have in common: 1 for equal ones. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const common = commonOf(a, b);
  return common / (a.size + b.size - common);
}

function commonOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const word of few) if (many.has(word)) common++;
  return common;
}

/** Whether two thoughts have the same content: nearly the same words, the same numbers and the same negations. */
export function saysSame(context: LintContext, a: Thought, b: Thought, least = 0.8): boolean {
  const [one, other] = [context.words(a), context.words(b)];
  // Sets of very different sizes cannot have that much in common.
  if (Math.min(one.size, other.size) < least * Math.max(one.size, other.size)) return false;
  return (
    jaccard(one, other) >= least &&
    numbersIn(a.content) === numbersIn(b.content) &&
    negationsIn(a.content) === negationsIn(b.content)
  );
}

const numbersIn = (text: string): string => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).sort().join(" ");
const negationsIn = (text: string): number =>
  (text.match(/\b(?:not|no|never|without|cannot)\b|n[’']t\b/gi) ?? []).length;
