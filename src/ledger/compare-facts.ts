import * as z from "zod";
import { Fact } from "./facts/fact.ts";
import type { Facts } from "./facts/facts-of.ts";
import { isReversal, isSameChoice, isSameStatement } from "./facts/subject.ts";
import { shared, topicOf } from "./facts/words.ts";

const Pair = z.object({ a: Fact, b: Fact });

/** Facts of one kind in two sessions. */
const ComparedFacts = z.object({
  common: z.array(Pair).readonly().describe("facts that both sessions state"),
  onlyA: z.array(Fact).readonly(),
  onlyB: z.array(Fact).readonly(),
});
export type ComparedFacts = z.infer<typeof ComparedFacts>;

/** The facts that two sessions share, and those that only one of them states. */
export const FactComparison = z.object({
  decisions: ComparedFacts,
  deadEnds: ComparedFacts,
  open: ComparedFacts,
  conflicts: z
    .array(Pair)
    .readonly()
    .describe("different decisions on the same choice, and decisions that the other session dropped"),
});
export type FactComparison = z.infer<typeof FactComparison>;

/** The share of common words from which two statements of a kind count as the same. */
const SAME = 0.6;

/** Compares two sessions by their facts. Statements are compared by topic, not by their exact words. */
export function compareFacts(a: Facts, b: Facts): FactComparison {
  return {
    decisions: compareKind(a.decisions, b.decisions),
    deadEnds: compareKind(a.deadEnds, b.deadEnds),
    open: compareKind(a.open, b.open),
    conflicts: a.decisions
      .flatMap((mine) => [
        ...b.decisions
          .filter((theirs) => isOtherChoice(mine, theirs))
          .map((theirs) => ({ a: mine, b: theirs })),
        ...b.deadEnds.filter((end) => isReversal(end.text, mine.text)).map((end) => ({ a: mine, b: end })),
      ])
      .concat(
        b.decisions.flatMap((theirs) =>
          a.deadEnds.filter((end) => isReversal(end.text, theirs.text)).map((end) => ({ a: end, b: theirs })),
        ),
      ),
  };
}

function compareKind(a: readonly Fact[], b: readonly Fact[]): ComparedFacts {
  const common: { readonly a: Fact; readonly b: Fact }[] = [];
  const rest = [...b];
  const onlyA = a.filter((mine) => {
    const at = closestTo(mine, rest);
    if (at < 0) return true;
    common.push({ a: mine, b: rest.splice(at, 1)[0]! });
    return false;
  });
  return { common, onlyA, onlyB: rest };
}

/** Index of the fact with the same meaning; -1 if there is none. */
function closestTo(fact: Fact, others: readonly Fact[]): number {
  const scores = others.map((other) => likeness(fact.text, other.text));
  const best = Math.max(-1, ...scores);
  return best >= SAME ? scores.indexOf(best) : -1;
}

function likeness(one: string, other: string): number {
  const [a, b] = [bare(one), bare(other)];
  if (isSameStatement(a, b)) return 1;
  if (numbersIn(a) !== numbersIn(b) || negationsIn(a) !== negationsIn(b)) return 0;
  const [left, right] = [topicOf(a), topicOf(b)];
  const count = shared(left, right);
  return count / Math.max(1, left.size + right.size - count);
}

const isOtherChoice = (a: Fact, b: Fact): boolean =>
  likeness(a.text, b.text) < SAME && isSameChoice(bare(a.text), bare(b.text));

/** Without the prefix of a revision's first sentence, which is not about a choice. */
const bare = (text: string): string => text.replace(/^Corrects #\d{1,9}: /, "");

const numbersIn = (text: string): string => (text.match(/\d{1,20}(?:[.,]\d{1,20})*/g) ?? []).sort().join(" ");
const negationsIn = (text: string): number =>
  (text.match(/\b(?:not|no|never|without|cannot)\b|n[’']t\b/gi) ?? []).length;
