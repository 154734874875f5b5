import { Failure } from "../ledger/index.ts";
import type { Opaque, Store } from "../store/port.ts";
import { type HostSessionState, recordOf } from "./session-state.ts";

/** What came of keeping: nothing to say, a conflict with another program, or a problem that may pass. */
export type Kept =
  | undefined
  | { readonly conflict: boolean; readonly problem: string; readonly cause: unknown };

/**
 * Writes a session's new messages and its record, after whatever is being written of it already. It never throws: what a
 * store in trouble does not take is written with the next message.
 */
export function keep(state: HostSessionState, store: Store): Promise<Kept> {
  const kept = state.keeping.then(() => write(state, store));
  state.keeping = kept;
  return kept;
}

async function write(state: HostSessionState, store: Store): Promise<Kept> {
  const from = state.keptCount;
  const fresh = state.messages.slice(from);
  try {
    await store.appendMessages(state.id, from, fresh as readonly unknown[] as Opaque[], recordOf(state));
    state.keptCount = from + fresh.length;
  } catch (cause) {
    const conflict = cause instanceof Failure && cause.code === "CONVERSATION_CONFLICT";
    const problem = cause instanceof Error ? cause.message : String(cause);
    return { conflict, problem: conflict ? problem : `The session could not be kept: ${problem}`, cause };
  }
}
