import { type Fact, factsOf, type Thought } from "../../ledger/index.ts";

/**
 * The facts of one thought: those that the ledger stores, and what its text says. Plans and results are facts only at
 * the end of a session; a thought read by itself always looks like the end, so these are inferred only if it says that
 * no other follows.
 */
export async function thoughtFacts(thought: Thought, stored: readonly Fact[]): Promise<readonly Fact[]> {
  const { decisions, deadEnds, open, answered, next, outcome } = await factsOf([thought], stored, {
    isPart: true,
  });
  const isLast = !thought.nextThoughtNeeded;
  const ending = [...next, ...outcome].filter(({ origin }) => isLast || origin !== "inferred");
  return [...decisions, ...deadEnds, ...open, ...answered, ...ending].filter(
    ({ seq }) => seq === thought.seq,
  );
}
