import { setTimeout as delay } from "node:timers/promises";
import { createSessions } from "../sessions/index.ts";
import type { Runtime } from "./open.ts";

/** How often a server applies the retention rules. */
const EVERY_MS = 3_600_000;

/** Archives and deletes old sessions until the signal aborts. Rules that cannot be applied are logged and tried again. */
export async function applyRetention(
  {
    config,
    store,
    home,
    thinkMaxThoughts,
    log,
  }: Pick<Runtime, "config" | "store" | "home" | "thinkMaxThoughts" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const { retention } = config;
  if (!retention) return;
  const sessions = createSessions(store, { thinkMaxThoughts, home });
  while (!signal.aborted) {
    try {
      const { archived, deleted } = await sessions.prune(retention, {
        dryRun: false,
        by: "retention",
        signal,
      });
      if (archived.length + deleted.length > 0)
        log.info("retention", { archived: archived.length, deleted: deleted.length });
    } catch (error) {
      if (!signal.aborted) log.warn("retention", { error });
    }
    await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}
