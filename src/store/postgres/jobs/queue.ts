import { Logger, runMigrations, runTaskList } from "graphile-worker";
import * as z from "zod";
import type { Database, Pool } from "../database.ts";

/** What takes entries from the queue. */
export interface Taking {
  /** What the queue calls whoever takes. */
  readonly name: string;
  /** Takes no more, and waits for those that were taken. */
  stop(): Promise<void>;
  /** When it takes no more, for whatever reason. */
  readonly ended: Promise<void>;
}

/** What is taken, and by how many at once. */
export interface TakingOptions {
  readonly addresses: readonly string[];
  readonly atOnce: number;
  /** Called with a job and its entry in the queue; what it throws is reported, and the entry is used up. */
  readonly onEntry: (job: string, entry: number) => Promise<void>;
  readonly report: (event: string, error: unknown) => void;
}

const Entry = z.object({ job: z.string() });

/** Where the queue's tables are, whatever the environment says. */
const SCHEMA = "graphile_worker";
/** The exit code that the queue sets when its tables are announced to have changed. */
const MIGRATED = 57;
/** A lost notification costs at most so much. */
const POLL_MS = 4_000;
/** Whoever changes the queue's tables holds this ("Jobs" in ASCII). */
const QUEUE_LOCK = 0x4a6f6273;

/** Makes the queue's tables, in their own schema `graphile_worker`, or brings them up to date. */
export async function prepareQueue(pool: Pool, db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [QUEUE_LOCK]);
    await runMigrations({ pgPool: pool, schema: SCHEMA, logger: loggerTo(() => {}) });
  });
}

/** Begins to take entries. */
export function takeFrom(pool: Pool, { addresses, atOnce, onEntry, report }: TakingOptions): Taking {
  const take = async (payload: unknown, { job }: { readonly job: { readonly id: unknown } }) =>
    onEntry(Entry.parse(payload).job, Number(job.id));
  const taking = runTaskList(
    {
      schema: SCHEMA,
      concurrency: atOnce,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Used-up entries are taken out together, and waited for when it stops.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: loggerTo((message) => report("queue", new Error(message))),
    },
    Object.fromEntries(addresses.map((address) => [address, take])),
    pool,
  );
  const exitCode = process.exitCode;
  const ended = taking.promise
    .catch((error: unknown) => report("queue", error))
    // The queue stops and sets an exit code when anybody announces new tables for it; the worker starts it again.
    .then(() => {
      if (process.exitCode === MIGRATED) process.exitCode = exitCode;
    });
  return {
    name: taking.id,
    async stop() {
      // It is an error to ask twice, and what goes wrong is told by `ended`.
      if (taking._active) void Promise.resolve(taking.gracefulShutdown()).catch(() => {});
      await ended;
    },
    ended,
  };
}

function loggerTo(onError: (message: string) => void): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") onError(message);
  });
}
