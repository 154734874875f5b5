import { type Fact, factsOf } from "../ledger/index.ts";
import type { ListedSession, Store } from "../store/port.ts";

/** The newest decision or outcome of a session. */
export type Conclusion = Pick<Fact, "kind" | "text" | "seq" | "thoughtNumber">;

/** How many of a session's last thoughts are read. */
const READ = 6;
/** The prefix of a revision's first sentence; lists leave it out. */
const CORRECTION = /^Corrects #\d{1,9}: /;

/** Finds the newest decision or outcome in the last thoughts of a session. */
export async function conclusionOf(
  store: Pick<Store, "thoughts" | "facts">,
  { id, thoughtCount }: Pick<ListedSession, "id" | "thoughtCount">,
): Promise<Conclusion | undefined> {
  const after = Math.max(0, thoughtCount - READ);
  const thoughts = await store.thoughts(id, { after, limit: READ });
  const declared = await store.facts(id, { after });
  const { decisions, outcome } = await factsOf(thoughts, declared, { isPart: after > 0 });
  const found = [...decisions, ...outcome].reduce<Fact | undefined>(
    (latest, fact) => (latest && latest.seq > fact.seq ? latest : fact),
    undefined,
  );
  if (!found) return undefined;
  const { kind, text, seq, thoughtNumber } = found;
  return { kind, text: text.replace(CORRECTION, ""), seq, thoughtNumber };
}
