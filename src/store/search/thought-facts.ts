import { type Fact, factsOf, type Thought } from "../../ledger/index.ts";
import type { RecallKind } from "../port.ts";

/**
 * The facts of one thought: stored ones and those inferred from its text. Plans and results are facts only at the end of a
 * session. A thought read by itself always looks like the end, so these are inferred only if it states that no other
 * follows, or if a search asks for nothing else.
 */
export async function thoughtFacts(
  thought: Thought,
  stored: readonly Fact[],
  only?: RecallKind,
): Promise<readonly Fact[]> {
  const { decisions, deadEnds, open, answered, next, outcome } = await factsOf([thought], stored, {
    isPart: true,
  });
  const isLast = !thought.nextThoughtNeeded || only === "next" || only === "outcome";
  const ending = [...next, ...outcome].filter(({ origin }) => isLast || origin !== "inferred");
  return [...decisions, ...deadEnds, ...open, ...answered, ...ending].filter(
    ({ seq }) => seq === thought.seq,
  );
}
