/** How a list describes a session: `active` changed in the last minutes, `unfinished` is quiet but not complete. */
export const SESSION_STATES = ["active", "unfinished", "complete"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** A session that is not complete counts as active for this long after its last change. */
export const ACTIVE_MS = 5 * 60_000;

/** The state of a session at a time, in milliseconds since 1970. */
export function sessionState(
  { status, updatedAt }: { readonly status: string; readonly updatedAt: string },
  now: number,
): SessionState {
  if (status === "completed") return "complete";
  return now - Date.parse(updatedAt) < ACTIVE_MS ? "active" : "unfinished";
}
