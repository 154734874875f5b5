import { Logger, runMigrations, runTaskList } from "graphile-worker";
import * as z from "zod";
import type { Database, Pool } from "../database.ts";

/** The graphile-worker queue in the schema `graphile_worker`. */
export interface Queue {
  /** Creates the queue's tables, or migrates them. */
  migrate(db: Database): Promise<void>;
  /** Starts taking entries. */
  consume(options: ConsumeOptions): Consumer;
  /** Resolves when no consumer uses the pool any more. */
  idle(): Promise<unknown>;
}

/** Which entries to take, and how many at the same time. */
export interface ConsumeOptions {
  readonly addresses: readonly string[];
  readonly concurrency: number;
  /** Called with a job and its queue entry. An error is reported, and the entry counts as used. */
  readonly onEntry: (job: string, entry: number) => Promise<void>;
  readonly report: (event: string, error: unknown) => void;
}

/** A running consumer of the queue. */
export interface Consumer {
  /** The id under which the queue locks entries for this consumer. */
  readonly name: string;
  /** Takes no more entries and waits for those in progress. */
  stop(): Promise<void>;
  /** Resolves when it has stopped, for whatever reason. */
  readonly ended: Promise<void>;
}

const Entry = z.object({ job: z.string() });

/** Set explicitly, so that the environment cannot change it. */
const SCHEMA = "graphile_worker";
/** graphile-worker stops and sets this exit code when another process announces new tables. */
const MIGRATED = 57;
/** The longest delay that a lost notification causes. */
const POLL_MS = 4_000;
/** Advisory lock for migrations ("Jobs" in ASCII). */
const QUEUE_LOCK = 0x4a6f6273;

/** Creates the queue on a pool. The pool must stay open until `idle` resolves. */
export function createQueue(pool: Pool): Queue {
  const running = new Set<Promise<void>>();
  return {
    migrate: (db) =>
      db.transaction(async (tx) => {
        await tx.query("SELECT pg_advisory_xact_lock($1)", [QUEUE_LOCK]);
        await runMigrations({ pgPool: pool, schema: SCHEMA, logger: loggerTo(() => {}) });
      }),
    consume(options) {
      const consumer = startConsumer(pool, options);
      running.add(consumer.ended);
      void consumer.ended.then(() => running.delete(consumer.ended));
      return consumer;
    },
    idle: () => Promise.all(running),
  };
}

function startConsumer(pool: Pool, { addresses, concurrency, onEntry, report }: ConsumeOptions): Consumer {
  const take = async (payload: unknown, { job }: { readonly job: { readonly id: unknown } }) =>
    onEntry(Entry.parse(payload).job, Number(job.id));
  const consumer = runTaskList(
    {
      schema: SCHEMA,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Batches the removal of used entries; a stop waits for the batch.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: loggerTo((message) => report("queue", new Error(message))),
    },
    Object.fromEntries(addresses.map((address) => [address, take])),
    pool,
  );
  const exitCode = process.exitCode;
  const ended = consumer.promise
    .catch((error: unknown) => report("queue", error))
    // The worker starts a new consumer after such a stop, so the process goes on.
    .then(() => {
      if (process.exitCode === MIGRATED) process.exitCode = exitCode;
    });
  return {
    name: consumer.id,
    async stop() {
      // graphile-worker logs an error when it is stopped twice; `ended` reports what goes wrong.
      if (consumer._active) void Promise.resolve(consumer.gracefulShutdown()).catch(() => {});
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
