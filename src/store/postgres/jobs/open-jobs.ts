import { setTimeout as delay } from "node:timers/promises";
import type { Jobs } from "../../../jobs/jobs.ts";
import { Failure } from "../../../ledger/index.ts";
import { databaseOn, openPool } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { createListening } from "../listen.ts";
import { migrate } from "../migrate.ts";
import { readJson } from "../read-json.ts";
import { askFor, cancel, interrupt, leave } from "./ask.ts";
import { createTending } from "./maintain.ts";
import { prepareQueue } from "./queue.ts";
import { DEAD_MS } from "./reap-dead-workers.ts";
import { createWaiting } from "./wait.ts";
import { type PostgresWorker, startWorker } from "./worker.ts";

/** So many connections at most, and one more that listens. */
const MAX_CONNECTIONS = 4;
/** How long answers to what was cancelled in the end are waited for. */
const LAST_ANSWERS_MS = 1_500;

/** Joins those who hand in and take jobs on a PostgreSQL database. */
export async function openPostgresJobs(
  url: string,
  report: (event: string, error: unknown) => void = () => {},
  signal?: AbortSignal,
): Promise<Jobs> {
  // A job that is handed in need not be on disk: it is when it is taken, and when it has ended.
  const pool = await openPool(url, MAX_CONNECTIONS, { durable: false, signal });
  const db = databaseOn(pool);
  const giveUp = () => void db.close();
  signal?.addEventListener("abort", giveUp);
  try {
    await migrate(db);
    await prepareQueue(pool, db);
  } catch (error) {
    await db.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
  const listening = createListening(url);
  const waiting = createWaiting(db, listening, (id) => cancel(db, id));
  const tending = createTending(db, waiting, report);
  const atHomes = new Map<string, Promise<unknown>>();
  let worker: PostgresWorker | undefined;

  return {
    isShared: true,
    async run({ task, payload, home = null, signal, onEvent }) {
      if (signal?.aborted) throw new Failure("CANCELLED", {});
      const id = await askFor(db, task, payload, home);
      const end = () => void cancel(db, id).catch((error: unknown) => report("cancel", error));
      signal?.addEventListener("abort", end);
      if (signal?.aborted) end();
      const answer = waiting.for(id, task, onEvent);
      if (home !== null) atHomes.set(id, answer);
      try {
        return await answer;
      } finally {
        atHomes.delete(id);
        signal?.removeEventListener("abort", end);
      }
    },
    async work(options) {
      const started = await startWorker(db, pool, listening, { report, ...options });
      worker = started;
      return {
        async stop(milliseconds) {
          worker = undefined;
          await started.stop(milliseconds);
        },
      };
    },
    interrupt: (home, tasks) => interrupt(db, home, tasks),
    leave: (home) => leave(db, home),
    settle: async (home) => worker?.settle(home),
    async underWay(home) {
      return (await db.query(UNDER_WAY, [home])).map((row) => ({
        task: row.task as string,
        payload: readJson(row.payload),
        ...(row.told !== null && { told: readJson(row.told) }),
      }));
    },
    waiting: async () => Number((await db.query(COUNT_WAITING))[0]!.waiting),
    workers: async () =>
      Object.fromEntries((await db.query(LIVING, [DEAD_MS])).map(({ kind, living }) => [kind, living])),
    async cancelAtHomes() {
      const moment = delay(LAST_ANSWERS_MS, undefined, { ref: false });
      const answered = [...atHomes].map(async ([id, answer]) => {
        await cancel(db, id);
        await answer;
      });
      await Promise.race([Promise.allSettled(answered), moment]);
    },
    async close() {
      await tending.close();
      waiting.close();
      await listening.close();
      await db.close();
    },
  };
}

const UNDER_WAY = `SELECT task, payload, (
    SELECT body FROM clew.job_event e WHERE e.job_id = j.id AND e.name IS NULL ORDER BY e.number DESC LIMIT 1
  ) AS told
  FROM clew.job j WHERE home = $1 AND ended_at IS NULL ORDER BY number`;
const LIVING = `SELECT kind, count(*) AS living FROM clew.worker, unnest(kinds) AS kind
  WHERE seen_at >= ${DATABASE_TIME} - $1::bigint GROUP BY kind`;
const COUNT_WAITING = "SELECT count(*) AS waiting FROM clew.job WHERE ended_at IS NULL AND state = 'queued'";
