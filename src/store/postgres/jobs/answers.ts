import type { JobAnswer } from "../../../jobs/jobs.ts";
import { type TaskResult, unwrapResult } from "../../../jobs/task-result.ts";
import { Failure } from "../../../ledger/index.ts";
import { DATABASE_TIME, type Database, readJson } from "../database.ts";
import type { Listener } from "../listen.ts";
import { CALLERS } from "./job-table.ts";

/** The answers that this process waits for. */
export interface Answers {
  /** Waits for the answer to a job; rejects with its failure. */
  to(id: string, task: string, onEvent: ((event: unknown) => void) | undefined): Promise<JobAnswer>;
  /** Checks all awaited jobs, because a notification may have been lost. */
  poll(): Promise<void>;
  close(): void;
}

interface AwaitedJob {
  readonly task: string;
  readonly onEvent: ((event: unknown) => void) | undefined;
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (error: unknown) => void;
  /** The number of the last delivered event. */
  last: number;
  reading: Promise<void> | undefined;
  isOutdated: boolean;
}

/** How long a job waits if no worker can run it. */
const NO_WORKER_MS = 10_000;

/** Waits for the jobs that this process requests. `cancel` ends one that no worker can run. */
export function createAnswers(
  db: Database,
  listener: Listener,
  cancel: (id: string) => Promise<void>,
): Answers {
  const jobs = new Map<string, AwaitedJob>();
  const close = listener.listen(CALLERS, read, () => [...jobs.keys()].forEach(read));

  function read(id: string): void {
    const job = jobs.get(id);
    if (!job) return;
    job.isOutdated = true;
    job.reading ??= readUntilCurrent(id, job);
  }

  async function readUntilCurrent(id: string, job: AwaitedJob): Promise<void> {
    try {
      while (job.isOutdated && jobs.has(id)) {
        job.isOutdated = false;
        await readOnce(id, job);
      }
    } catch {
      // The database is unreachable; the next poll reads again.
    } finally {
      job.reading = undefined;
    }
  }

  async function readOnce(id: string, job: AwaitedJob): Promise<void> {
    // The job before its events: once it has ended, all events are there.
    const [row] = await db.query(JOB, [id]);
    for (const { number, body } of await db.query(EVENTS, [id, job.last])) {
      job.last = number as number;
      const event = readJson(body);
      if (event !== undefined) job.onEvent?.(event);
    }
    if (row?.answer === null) return;
    jobs.delete(id);
    if (!row) return job.reject(new Failure("JOB_LOST", { attempts: 1 }));
    try {
      const value = unwrapResult(JSON.parse(row.answer as string) as TaskResult);
      job.resolve({ value, takenOver: row.taken_over as boolean });
    } catch (error) {
      job.reject(error);
    }
  }

  return {
    to(id, task, onEvent) {
      return new Promise((resolve, reject) => {
        const state = { last: 0, reading: undefined, isOutdated: false };
        jobs.set(id, { task, onEvent, resolve, reject, ...state });
        // The job may have ended before we listened.
        read(id);
      });
    },
    async poll() {
      const ids = [...jobs.keys()];
      if (ids.length === 0) return;
      const rows = new Map((await db.query(POLL, [ids, NO_WORKER_MS])).map((row) => [row.id as string, row]));
      for (const id of ids) {
        const row = rows.get(id);
        const job = jobs.get(id);
        if (!job) continue;
        if (row?.orphan) {
          jobs.delete(id);
          job.reject(new Failure("NO_WORKER", { task: job.task }));
          await cancel(id);
        } else if (!row || row.ended || Number(row.last) > job.last) read(id);
      }
    },
    close,
  };
}

const JOB = "SELECT answer, taken_over FROM clew.job WHERE id = $1";
const EVENTS = `SELECT number, body FROM clew.job_event WHERE job_id = $1 AND number > $2 AND name IS NULL
  ORDER BY number`;
const POLL = `SELECT j.id, j.ended_at IS NOT NULL AS ended,
    (SELECT max(number) FROM clew.job_event e WHERE e.job_id = j.id AND e.name IS NULL) AS last,
    j.state = 'queued' AND coalesce(j.queued_at, j.created_at) < ${DATABASE_TIME} - $2::bigint
      AND NOT EXISTS (SELECT 1 FROM clew.worker w WHERE split_part(j.task, '.', 1) = ANY(w.kinds)) AS orphan
  FROM clew.job j WHERE j.id = ANY($1::text[])`;
