import { type AppendResult, type Draft, Failure, numbered } from "../ledger/index.ts";
import type { Store } from "./port.ts";

/**
 * Appends a thought. If its session was deleted, the thought goes to the next free number of the id, so that an agent that
 * names its own session can continue after a person deleted it.
 */
export async function appendUnlessDeleted(
  { append, isDeleted }: Pick<Store, "append" | "isDeleted">,
  draft: Draft,
): Promise<AppendResult> {
  try {
    return await append(draft);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "SESSION_DELETED") throw error;
    const { sessionId: base } = error.data as { readonly sessionId?: string };
    // A repeat of a call whose answer was deleted.
    if (base === undefined) throw error;
    let number = 2;
    while (await isDeleted(numbered(base, number))) number++;
    return append({ ...draft, target: renamed(draft.target, numbered(base, number)) });
  }
}

function renamed(target: Draft["target"], id: string): Draft["target"] {
  if ("open" in target) return { ...target, open: () => ({ ...target.open(), id }) };
  const { create } = target;
  return { ...target, sessionId: id, ...(create && { create: () => ({ ...create(), id }) }) };
}
