import { DATABASE_TIME, type Database } from "../database.ts";
import type { Answers } from "./answers.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { repeatable } from "./job-table.ts";
import { DEAD_MS, reapDeadWorkers, requeueStranded } from "./reap-dead-workers.ts";

/** How often to look for lost notifications, dead workers and stranded jobs. */
const MAINTAIN_MS = 1_000;
/** How often to delete ended jobs. */
const FORGET_JOBS_MS = 30_000;
/** How often to delete the idempotency answers of old jobs. */
const FORGET_ANSWERS_MS = 60 * 60_000;
/** Ended jobs stay this long, for callers that have not read the answer yet. */
const KEEP_JOBS_MS = 5 * 60_000;
/** A process that was paused for this long has not seen the others' heartbeats. */
const LATE_MS = DEAD_MS / 2;

/**
 * Maintains the job tables every second; every process does. After a database outage no worker is declared dead before
 * all had the time to send a heartbeat. Returns the function that stops it.
 */
export function maintain(
  db: Database,
  answers: Answers,
  report: (event: string, error: unknown) => void,
): () => Promise<void> {
  let steadySince = performance.now();
  let forgotJobsAt = steadySince;
  let forgotAnswersAt = Number.NEGATIVE_INFINITY;
  let lastAt = steadySince;
  let running: Promise<void> | undefined;
  let isStopped = false;

  async function maintainOnce(): Promise<void> {
    const now = performance.now();
    const isLate = () => performance.now() - now > LATE_MS;
    if (now - lastAt > LATE_MS) steadySince = now;
    lastAt = now;
    try {
      await answers.poll();
      if (now - steadySince > DEAD_MS) {
        await reapDeadWorkers(db, isLate);
        await requeueStranded(db);
      }
      if (now - forgotJobsAt > FORGET_JOBS_MS) {
        forgotJobsAt = now;
        await repeatable(db, (tx) => tx.query(FORGET_JOBS, [KEEP_JOBS_MS]));
        if (now - forgotAnswersAt > FORGET_ANSWERS_MS) {
          await forgetAnswers(db, Date.now());
          forgotAnswersAt = now;
        }
      }
    } catch (error) {
      steadySince = performance.now();
      if (!isStopped) report("jobs", error);
    }
    lastAt = performance.now();
    if (isLate()) steadySince = lastAt;
  }

  const timer = setInterval(() => {
    running ??= maintainOnce().finally(() => {
      running = undefined;
    });
  }, MAINTAIN_MS).unref();

  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

const FORGET_JOBS = `WITH ended AS (
    DELETE FROM clew.job WHERE id IN (
      SELECT id FROM clew.job WHERE ended_at < ${DATABASE_TIME} - $1::bigint
      ORDER BY ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING id, queue_entry
  ), events AS (
    DELETE FROM clew.job_event WHERE job_id IN (SELECT id FROM ended)
  )
  SELECT graphile_worker.complete_jobs(array_agg(queue_entry)) FROM ended WHERE queue_entry IS NOT NULL`;
