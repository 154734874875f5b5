import type { Database } from "../database.ts";
import { forgetReceipts } from "./forget-receipts.ts";
import { buryDead, DEAD_MS, enterStranded, forgetEnded } from "./reap-dead-workers.ts";
import type { Waiting } from "./wait.ts";

/** Looks after what nobody else does. */
export interface Tending {
  close(): Promise<void>;
}

/** How often it is looked for what was lost: notifications, workers, entries of the queue. */
const TEND_MS = 1_000;
/** Ended jobs are forgotten so often. */
const FORGET_MS = 30_000;
/** And the receipts of old ones so often. */
const FORGET_RECEIPTS_MS = 60 * 60_000;
/** Who waited so long has not seen what the others did meanwhile. */
const LATE_MS = DEAD_MS / 2;

/**
 * Has this process look after all jobs, as every other does. After the database could not be reached nobody is taken for
 * dead before everybody had the time to speak again.
 */
export function createTending(
  db: Database,
  waiting: Waiting,
  report: (event: string, error: unknown) => void,
): Tending {
  let steadySince = performance.now();
  let forgotAt = steadySince;
  let forgotReceiptsAt = Number.NEGATIVE_INFINITY;
  let lastAt = steadySince;
  let tending: Promise<void> | undefined;
  let isClosed = false;

  async function tend(): Promise<void> {
    const now = performance.now();
    const isLate = () => performance.now() - now > LATE_MS;
    if (now - lastAt > LATE_MS) steadySince = now;
    lastAt = now;
    try {
      await waiting.look();
      if (now - steadySince > DEAD_MS) {
        await buryDead(db, isLate);
        await enterStranded(db);
      }
      if (now - forgotAt > FORGET_MS) {
        forgotAt = now;
        await forgetEnded(db);
        if (now - forgotReceiptsAt > FORGET_RECEIPTS_MS) {
          await forgetReceipts(db, Date.now());
          forgotReceiptsAt = now;
        }
      }
    } catch (error) {
      steadySince = performance.now();
      if (!isClosed) report("jobs", error);
    }
    lastAt = performance.now();
    if (isLate()) steadySince = lastAt;
  }

  const timer = setInterval(() => {
    tending ??= tend().finally(() => {
      tending = undefined;
    });
  }, TEND_MS).unref();

  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await tending;
    },
  };
}
