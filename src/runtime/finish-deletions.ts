import { createSessions } from "../sessions/index.ts";
import type { Runtime } from "./open.ts";

/** Finishes deletions that a process began before it was killed, and those that a restored backup undid. */
export async function finishDeletions({
  store,
  home,
  thinkMaxThoughts,
  log,
}: Pick<Runtime, "store" | "home" | "thinkMaxThoughts" | "log">): Promise<void> {
  try {
    const finished = await createSessions(store, { thinkMaxThoughts, home }).finishDeletions();
    if (finished > 0) log.info("deletions finished", { sessions: finished });
  } catch (error) {
    // The disk is read-only or the process stops: the next one finishes them.
    log.debug("deletions not finished", { error });
  }
}
