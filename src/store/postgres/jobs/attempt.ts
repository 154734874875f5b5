import type { JobContext } from "../../../jobs/jobs.ts";
import { outcomeOf, type TaskResult } from "../../../jobs/task-result.ts";
import { Failure } from "../../../ledger/index.ts";
import { DATABASE_TIME, type Database, readJson } from "../database.ts";
import { scopeOf } from "./forget-answers.ts";
import { CALLERS, DURABLY, enqueueNext, lockOwnerKey, repeatable } from "./job-table.ts";
import type { TakenJob } from "./worker-table.ts";

/** One attempt at a job, with the writes of the worker that makes it. */
export interface Attempt {
  readonly context: JobContext;
  /** Stores the result. Returns false, and stores nothing, if the job belongs to another worker by now. */
  end(result: TaskResult): Promise<boolean>;
}

interface Line {
  /** The name of a journal entry; null for an event. */
  readonly name: string | null;
  readonly body: string;
}

/** Starts an attempt. Its writes succeed only while it is the current attempt; otherwise `stop` is aborted. */
export async function startAttempt(db: Database, job: TakenJob, stop: AbortController): Promise<Attempt> {
  const { id, ownerKey, attempt } = job;
  const earlier = attempt === 1 ? [] : await db.query(EARLIER, [id]);
  const journal = new Map(
    earlier.filter(({ name }) => name !== null).map(({ name, body }) => [name, readJson(body)]),
  );
  let number = Number(earlier.at(-1)?.number ?? 0);
  const pending: Line[] = [];
  let writing: Promise<void> | undefined;
  let isLost = false;

  async function writeBatch(lines: readonly Line[]): Promise<void> {
    const numbers = lines.map(() => ++number);
    const names = lines.map(({ name }) => name);
    const isDurable = names.some((name) => name !== null);
    const values = [id, attempt, numbers, names, lines.map(({ body }) => body), CALLERS, isDurable];
    const [row] = await repeatable(db, (tx) => tx.query(WRITE, values));
    if (row!.current !== 0) return;
    isLost = true;
    stop.abort();
  }

  async function writePending(): Promise<void> {
    try {
      while (pending.length > 0 && !isLost) await writeBatch(pending.splice(0));
    } finally {
      writing = undefined;
    }
  }

  function write(line: Line): Promise<void> {
    pending.push(line);
    writing ??= writePending();
    return writing;
  }

  return {
    context: {
      signal: stop.signal,
      // An event that cannot be sent is not essential: the answer contains everything.
      emit: (event) => void write({ name: null, body: JSON.stringify(event) }).catch(() => {}),
      takenOver: job.takenOver,
      startedAt: job.startedAt,
      earlierEvents: earlier.filter(({ name }) => name === null).map(({ body }) => readJson(body)),
      fence: { job: id, attempt },
      journal: {
        key: scopeOf(id),
        recall: (name) => journal.get(name),
        async remember(name, work) {
          if (journal.has(name)) return journal.get(name) as never;
          const value = await work();
          await write({ name, body: JSON.stringify(value ?? null) });
          if (isLost) throw new Failure("CANCELLED", {});
          return value;
        },
      },
    },
    async end(result) {
      await writing?.catch(() => {});
      return db.transaction(
        async (tx) => {
          await lockOwnerKey(tx, ownerKey);
          const values = [id, attempt, outcomeOf(result), JSON.stringify(result), CALLERS];
          const [ended] = await tx.query(END, values);
          if (ended) await enqueueNext(tx, ownerKey);
          return ended !== undefined;
        },
        async (rows) => (await rows.query(HAS_ENDED, [id, attempt])).length > 0,
      );
    },
  };
}

const EARLIER = "SELECT number, name, body FROM clew.job_event WHERE job_id = $1 ORDER BY number";
const WRITE = `
  WITH current AS (
    SELECT 1 FROM clew.job WHERE id = $1 AND attempt = $2 AND state = 'running' FOR SHARE
  ), written AS (
    INSERT INTO clew.job_event (job_id, number, name, body)
    SELECT $1, line.number, line.name, line.body
    FROM current, unnest($3::integer[], $4::text[], $5::text[]) AS line (number, name, body)
    ON CONFLICT (job_id, number) DO NOTHING
  )
  SELECT count(*) AS current, pg_notify($6, $1), CASE WHEN $7 THEN ${DURABLY} END FROM current`;
const END = `
  WITH ended AS (
    UPDATE clew.job SET state = $3, answer = $4, ended_at = ${DATABASE_TIME}
    WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id
  )
  SELECT pg_notify($5, id), ${DURABLY} FROM ended`;
const HAS_ENDED = "SELECT 1 AS ended FROM clew.job WHERE id = $1 AND attempt = $2 AND ended_at IS NOT NULL";
