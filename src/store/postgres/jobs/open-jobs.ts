import type { Jobs } from "../../../jobs/jobs.ts";
import { Failure } from "../../../ledger/index.ts";
import { DATABASE_TIME, databaseOn, openPool, readJson } from "../database.ts";
import { createListener } from "../listen.ts";
import { migrate } from "../migrate.ts";
import { createAnswers } from "./answers.ts";
import { cancelJob, disown, interruptJobs, requestJob } from "./job-table.ts";
import { maintain } from "./maintain.ts";
import { createQueue } from "./queue.ts";
import { DEAD_MS } from "./reap-dead-workers.ts";
import { type PostgresWorker, settleWithin, startWorker } from "./worker.ts";

/** The pool's size. One more connection listens. */
const MAX_CONNECTIONS = 4;
/** How long to wait for the answers of jobs that were cancelled at the end. */
const LAST_ANSWERS_MS = 1_500;
/** How long `close` waits for tasks that have not ended yet. */
const CLOSE_MS = 1_000;

/** Connects to the job queue in a PostgreSQL database. */
export async function openPostgresJobs(
  url: string,
  report: (event: string, error: unknown) => void = () => {},
  signal?: AbortSignal,
): Promise<Jobs> {
  // A request need not be on disk: the job is once it is taken, and once it has ended.
  const pool = await openPool(url, MAX_CONNECTIONS, { durable: false, signal });
  const db = databaseOn(pool);
  const queue = createQueue(pool);
  const abort = () => void db.close();
  signal?.addEventListener("abort", abort);
  try {
    await migrate(db);
    await queue.migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
  const listener = createListener(url);
  const answers = createAnswers(db, listener, (id) => cancelJob(db, id));
  const stopMaintenance = maintain(db, answers, report);
  const withOwnerKey = new Map<string, Promise<unknown>>();
  let worker: PostgresWorker | undefined;

  return {
    isShared: true,
    async run({ task, payload, ownerKey = null, signal, onEvent }) {
      if (signal?.aborted) throw new Failure("CANCELLED", {});
      const id = await requestJob(db, task, payload, ownerKey);
      const cancel = () => void cancelJob(db, id).catch((error: unknown) => report("cancel", error));
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted) cancel();
      const answer = answers.to(id, task, onEvent);
      if (ownerKey !== null) withOwnerKey.set(id, answer);
      try {
        return await answer;
      } finally {
        withOwnerKey.delete(id);
        signal?.removeEventListener("abort", cancel);
      }
    },
    async work(options) {
      const started = await startWorker(db, queue, listener, { report, ...options });
      worker = started;
      return {
        async stop(graceMs) {
          worker = undefined;
          await started.stop(graceMs);
        },
      };
    },
    interrupt: (ownerKey, tasks) => interruptJobs(db, ownerKey, tasks),
    own: async (ownerKey) => worker?.own(ownerKey),
    disown: (ownerKey) => disown(db, ownerKey),
    async inFlight(ownerKey) {
      return (await db.query(IN_FLIGHT, [ownerKey])).map(({ task, payload, last_event }) => ({
        task: task as string,
        payload: readJson(payload),
        ...(last_event !== null && { lastEvent: readJson(last_event) }),
      }));
    },
    queued: async () => Number((await db.query(COUNT_QUEUED))[0]!.queued),
    workers: async () =>
      Object.fromEntries((await db.query(ALIVE, [DEAD_MS])).map(({ kind, alive }) => [kind, alive])),
    async cancelWithOwnerKey() {
      const answered = [...withOwnerKey].map(async ([id, answer]) => {
        await cancelJob(db, id);
        await answer;
      });
      await settleWithin(LAST_ANSWERS_MS, Promise.allSettled(answered));
    },
    async close() {
      await worker?.stop(0);
      await stopMaintenance();
      answers.close();
      await listener.close();
      // graphile-worker uses the pool until its last task has ended, so the pool ends after that, even if it takes longer.
      const closed = queue.idle().then(() => db.close());
      await settleWithin(CLOSE_MS, closed);
    },
  };
}

const IN_FLIGHT = `SELECT task, payload, (
    SELECT body FROM clew.job_event e WHERE e.job_id = j.id AND e.name IS NULL ORDER BY e.number DESC LIMIT 1
  ) AS last_event
  FROM clew.job j WHERE owner_key = $1 AND ended_at IS NULL ORDER BY number`;
const ALIVE = `SELECT kind, count(*) AS alive FROM clew.worker, unnest(kinds) AS kind
  WHERE seen_at >= ${DATABASE_TIME} - $1::bigint GROUP BY kind`;
const COUNT_QUEUED = "SELECT count(*) AS queued FROM clew.job WHERE ended_at IS NULL AND state = 'queued'";
