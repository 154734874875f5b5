import { setTimeout as delay } from "node:timers/promises";
import { openConnection } from "./database.ts";
import { isBroken, isCrowded } from "./failures.ts";

/** How to wait for the database at start. */
export interface StartWaiting {
  /** Called with the reason at once, then every ten seconds. */
  readonly onWait: (error: unknown) => void;
  /** Stops waiting. */
  readonly signal?: AbortSignal;
  /** How long to wait; default one minute. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 60_000;
const RETRY_MS = 500;
const REPORT_MS = 10_000;

/**
 * Calls `open` as soon as the database server is reachable and has a free connection. Other errors, such as a wrong
 * password or a missing right, fail at once. Returns undefined if the signal stopped the wait.
 */
export async function whenReachable<T>(
  url: string,
  open: () => Promise<T>,
  { onWait, signal, patienceMs = PATIENCE_MS }: StartWaiting,
): Promise<T | undefined> {
  const deadline = performance.now() + patienceMs;
  const pause = () => delay(RETRY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
  for (let reportAt = 0; !signal?.aborted; await pause()) {
    try {
      // `open` may wait for a free connection without reporting it.
      await (
        await openConnection(
          url,
          () => {},
          () => {},
        )
      ).close();
      return await open();
    } catch (error) {
      const now = performance.now();
      if (!(isBroken(error) || isCrowded(error)) || now > deadline) throw error;
      if (now < reportAt) continue;
      onWait(error);
      reportAt = now + REPORT_MS;
    }
  }
  return undefined;
}
