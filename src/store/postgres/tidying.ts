import type { Queryable } from "./database.ts";

/** After so many thoughts of this process their words are put in their places in the index. */
const THOUGHTS = 1_000;
/** Whoever tidies holds this ("Word" in ASCII): one is enough. */
const TIDYING_LOCK = 0x576f7264;

/** Keeps the list of new words short. */
export interface Tidying {
  /** Tells that a thought was written. */
  appended(): void;
  /** Ends when what is under way has ended. */
  close(): Promise<void>;
}

/**
 * Makes what empties the text index's list of new words in the background. Every search reads the whole list, and where
 * it becomes too long an append has to empty it.
 */
export function createTidying(db: Queryable): Tidying {
  let waiting = 0;
  let running: Promise<unknown> | undefined;

  async function tidy(): Promise<void> {
    waiting = 0;
    // Where it fails or is not allowed, the server's own housekeeping does it in time.
    await db
      .query(
        `SELECT gin_clean_pending_list('clew.thought_words'::regclass)
         FROM (SELECT pg_try_advisory_xact_lock($1) AS is_ours) l WHERE is_ours`,
        [TIDYING_LOCK],
      )
      .catch(() => {});
    running = undefined;
  }

  return {
    appended() {
      if (++waiting >= THOUGHTS) running ??= tidy();
    },
    async close() {
      waiting = Number.NEGATIVE_INFINITY;
      await running;
    },
  };
}
