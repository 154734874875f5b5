import { Failure } from "../ledger/index.ts";
import type { Opaque, Store } from "../store/port.ts";
import { recordOf, type SessionState } from "./session-state.ts";

/** What came of keeping: nothing to say, a conflict with another program, or a problem that may pass. */
export type Kept = undefined | { readonly conflict: boolean; readonly problem: string };

/**
 * Writes a session's new messages and its record. It never throws: what a store in trouble does not take is written with
 * the next message.
 */
export async function keep(state: SessionState, store: Store): Promise<Kept> {
  const from = state.keptCount;
  const fresh = state.messages.slice(from);
  try {
    await store.appendMessages(state.id, from, fresh as readonly unknown[] as Opaque[], recordOf(state));
    state.keptCount = from + fresh.length;
  } catch (error) {
    const conflict = error instanceof Failure && error.code === "CONVERSATION_CONFLICT";
    const problem = error instanceof Error ? error.message : String(error);
    return { conflict, problem: conflict ? problem : `The session could not be kept: ${problem}` };
  }
}
