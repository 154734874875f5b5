import type { Queryable } from "../database.ts";

/** How many thoughts of this process trigger a flush. */
const THOUGHTS = 1_000;
/** Advisory lock ("Word" in ASCII): one server flushes at a time. */
const FLUSH_LOCK = 0x576f7264;

/** Flushes new words into the word index. */
export interface IndexFlush {
  /** Called after each thought. */
  appended(): void;
  /** Waits for a flush in progress. */
  close(): Promise<void>;
}

/**
 * Flushes the pending list of the word index in the background. Every search reads the whole list, and an append has to
 * flush it when it becomes too long.
 */
export function createIndexFlush(db: Queryable): IndexFlush {
  let waiting = 0;
  let running: Promise<unknown> | undefined;

  async function flush(): Promise<void> {
    waiting = 0;
    // If it fails or is not permitted, autovacuum does it later.
    await db
      .query(
        `SELECT gin_clean_pending_list('clew.thought_words'::regclass)
         FROM (SELECT pg_try_advisory_xact_lock($1) AS is_ours) l WHERE is_ours`,
        [FLUSH_LOCK],
      )
      .catch(() => {});
    running = undefined;
  }

  return {
    appended() {
      if (++waiting >= THOUGHTS) running ??= flush();
    },
    async close() {
      waiting = Number.NEGATIVE_INFINITY;
      await running;
    },
  };
}
