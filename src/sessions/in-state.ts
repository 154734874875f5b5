import { ACTIVE_MS, type SessionState, sessionState } from "../ledger/index.ts";
import type { ListedSession, SessionFilter } from "../store/port.ts";

/** The filter that finds the sessions of one state. Its results still have to pass `isInState`. */
export function stateFilter(
  state: SessionState | undefined,
  now: number,
): Pick<SessionFilter, "status" | "behind"> {
  if (state === undefined) return {};
  if (state === "complete") return { status: "completed" };
  if (state === "active") return { status: "active" };
  // Unfinished sessions come after the active ones; `~` sorts after every id.
  return { status: "active", behind: { updatedAt: new Date(now - ACTIVE_MS + 1).toISOString(), id: "~" } };
}

/** Whether a session that was found with the filter is in the state. */
export const isInState = (one: ListedSession, state: SessionState | undefined, now: number): boolean =>
  state === undefined || sessionState(one, now) === state;
