import { createSessions } from "../sessions/index.ts";
import type { Runtime } from "./open.ts";

/** Finishes deletions that a process began before it was killed. */
export async function finishDeletions(
  { store, home, thinkMaxThoughts, log }: Pick<Runtime, "store" | "home" | "thinkMaxThoughts" | "log">,
  signal: AbortSignal,
): Promise<void> {
  try {
    const finished = await createSessions(store, { thinkMaxThoughts, home }).finishDeletions();
    if (finished > 0) log.info("deletions finished", { sessions: finished });
  } catch (error) {
    if (!signal.aborted) log.warn("deletions not finished", { error });
  }
}
