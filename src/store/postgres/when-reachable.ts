import { setTimeout as delay } from "node:timers/promises";
import { openConnection } from "./database.ts";
import { isBroken, isCrowded } from "./failures.ts";

/** How a server waits for its database at start. */
export interface StartWaiting {
  /** Called with the reason at once, and again now and then. */
  readonly onWait: (error: unknown) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** How long in all; a minute unless it says otherwise. */
  readonly patienceMs?: number;
}

/** How long a server waits at start for a database server that starts too. */
const PATIENCE_MS = 60_000;
/** How often it tries. */
const AGAIN_MS = 500;
/** How often it says that it still waits. */
const SAY_MS = 10_000;

/**
 * Opens something on a database as soon as the database server can be reached and has a free connection. Anything else
 * that is wrong, such as a password or a missing right, fails at once. Undefined when the waiting was ended.
 */
export async function whenReachable<T>(
  url: string,
  open: () => Promise<T>,
  { onWait, signal, patienceMs = PATIENCE_MS }: StartWaiting,
): Promise<T | undefined> {
  const deadline = performance.now() + patienceMs;
  const pause = () => delay(AGAIN_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
  for (let sayAt = 0; !signal?.aborted; await pause()) {
    try {
      // What is opened may wait for a free connection by itself, without a word.
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
      if (now < sayAt) continue;
      onWait(error);
      sayAt = now + SAY_MS;
    }
  }
  return undefined;
}
