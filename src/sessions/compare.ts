import { compareFacts, type FactComparison, factsOf, type SessionSummary } from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { needAll } from "./edit.ts";

/** Two sessions side by side. */
export interface SessionComparison extends FactComparison {
  readonly a: SessionSummary;
  readonly b: SessionSummary;
}

/** Compares two sessions by their decisions, dead ends and open questions. */
export async function compareSessions(store: Store, a: string, b: string): Promise<SessionComparison> {
  const [one, other] = (await needAll(store, [a, b])).map(({ windowStart: _, ...session }) => session);
  const [mine, theirs] = [await readFacts(store, one!.id), await readFacts(store, other!.id)];
  return { a: one!, b: other!, ...compareFacts(mine, theirs) };
}

async function readFacts(store: Store, id: string) {
  return factsOf(allThoughts(store, id), await store.facts(id));
}
