import type { Handle } from "../ledger/index.ts";

/** The note for an answer whose caller gave no handle and has no connection of its own: others may share its place. */
export function sharedHandle(handle: Handle): Record<string, unknown> {
  if (handle.source !== "default") return {};
  return {
    "clew/handle": "default",
    "clew/note":
      "No handle was given, so this went to 'default', which every caller without one shares. Send a sessionId (session_id) to have a session of your own.",
  };
}
