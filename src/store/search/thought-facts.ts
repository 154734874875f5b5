import { type Fact, factsOf, type Thought } from "../../ledger/index.ts";

/** The facts of one thought: those that the ledger stores, and what its text says. */
export async function thoughtFacts(thought: Thought, stored: readonly Fact[]): Promise<readonly Fact[]> {
  const { decisions, deadEnds, open, answered, next, outcome } = await factsOf([thought], stored);
  return [...decisions, ...deadEnds, ...open, ...answered, ...next, ...outcome].filter(
    (fact) =>
      fact.seq === thought.seq &&
      (fact.kind !== "next" || fact.origin !== "inferred" || NEXT.test(fact.text)),
  );
}

/** A single thought has no last step: it names a next one only if it says so. */
const NEXT =
  /\b(?:next|to-?do|remain(?:s|ing)?|left to|ha(?:s|ve) (?:still )?to|still|then|plan(?:ned)?|tomorrow|later)\b/i;
