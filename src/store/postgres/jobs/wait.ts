import type { JobAnswer } from "../../../jobs/jobs.ts";
import { type Outcome, valueIn } from "../../../jobs/outcome.ts";
import { Failure } from "../../../ledger/index.ts";
import type { Database } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import type { Listening } from "../listen.ts";
import { readJson } from "../read-json.ts";
import { CALLERS } from "./tell.ts";

/** What this process waits for. */
export interface Waiting {
  /** Waits for the answer to a job; rejects with its failure. */
  for(id: string, task: string, onEvent: ((event: unknown) => void) | undefined): Promise<JobAnswer>;
  /** Looks at everything that is waited for: a notification may have been lost. */
  look(): Promise<void>;
  close(): void;
}

interface Entry {
  readonly task: string;
  readonly onEvent: ((event: unknown) => void) | undefined;
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (error: unknown) => void;
  /** The last event that was passed on. */
  last: number;
  reading: Promise<void> | undefined;
  again: boolean;
}

/** How long a job waits while there is no worker for it at all. */
const NO_WORKER_MS = 10_000;

/** Waits for the jobs that this process has asked for; `giveUp` cancels one that nobody can take. */
export function createWaiting(
  db: Database,
  listening: Listening,
  giveUp: (id: string) => Promise<void>,
): Waiting {
  const entries = new Map<string, Entry>();
  const stop = listening.listen(CALLERS, read, () => [...entries.keys()].forEach(read));

  function read(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    entry.again = true;
    entry.reading ??= readOn(id, entry);
  }

  async function readOn(id: string, entry: Entry): Promise<void> {
    try {
      while (entry.again && entries.has(id)) {
        entry.again = false;
        await readOnce(id, entry);
      }
    } catch {
      // A database that cannot be reached now is looked at again in a moment.
    } finally {
      entry.reading = undefined;
    }
  }

  async function readOnce(id: string, entry: Entry): Promise<void> {
    // The job first: when it has ended, all that it told is there.
    const [job] = await db.query(JOB, [id]);
    for (const { number, body } of await db.query(EVENTS, [id, entry.last])) {
      entry.last = number as number;
      const event = readJson(body);
      if (event !== undefined) entry.onEvent?.(event);
    }
    if (job?.answer === null) return;
    entries.delete(id);
    if (!job) return entry.reject(new Failure("JOB_LOST", { attempts: 1 }));
    try {
      const value = valueIn(JSON.parse(job.answer as string) as Outcome);
      entry.resolve({ value, takenOver: job.taken_over as boolean });
    } catch (error) {
      entry.reject(error);
    }
  }

  return {
    for(id, task, onEvent) {
      return new Promise((resolve, reject) => {
        entries.set(id, { task, onEvent, resolve, reject, last: 0, reading: undefined, again: false });
        // It may have ended before anybody listened.
        read(id);
      });
    },
    async look() {
      const waited = [...entries.keys()];
      if (waited.length === 0) return;
      const found = new Map(
        (await db.query(LOOK, [waited, NO_WORKER_MS])).map((row) => [row.id as string, row]),
      );
      for (const id of waited) {
        const row = found.get(id);
        const entry = entries.get(id);
        if (!entry) continue;
        if (row?.orphan) {
          entries.delete(id);
          entry.reject(new Failure("NO_WORKER", { task: entry.task }));
          await giveUp(id);
        } else if (!row || row.ended || Number(row.last) > entry.last) read(id);
      }
    },
    close: stop,
  };
}

const JOB = "SELECT answer, taken_over FROM clew.job WHERE id = $1";
const EVENTS = `SELECT number, body FROM clew.job_event WHERE job_id = $1 AND number > $2 AND name IS NULL
  ORDER BY number`;
const LOOK = `SELECT j.id, j.ended_at IS NOT NULL AS ended,
    (SELECT max(number) FROM clew.job_event e WHERE e.job_id = j.id AND e.name IS NULL) AS last,
    j.state = 'queued' AND coalesce(j.entered_at, j.created_at) < ${DATABASE_TIME} - $2::bigint
      AND NOT EXISTS (SELECT 1 FROM clew.worker w WHERE split_part(j.task, '.', 1) = ANY(w.kinds)) AS orphan
  FROM clew.job j WHERE j.id = ANY($1::text[])`;
