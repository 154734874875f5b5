import { setTimeout as delay } from "node:timers/promises";
import { type JobWorker, kindOf, type WorkOptions } from "../../../jobs/jobs.ts";
import { outcomeOf, runTask } from "../../../jobs/task-result.ts";
import { Failure } from "../../../ledger/index.ts";
import type { Database } from "../database.ts";
import type { Listener } from "../listen.ts";
import { startAttempt } from "./attempt.ts";
import { addressOf, readCommand, repeatable, WORKERS } from "./job-table.ts";
import type { Consumer, Queue } from "./queue.ts";
import { handOverForgotten, removeWorker } from "./reap-dead-workers.ts";
import {
  claimKey,
  heartbeat,
  type Registration,
  registerWorker,
  setQueueName,
  type TakenJob,
  takeJob,
} from "./worker-table.ts";

/** A worker of this process. */
export interface PostgresWorker extends JobWorker {
  /** Makes this worker the owner of a new owner key. */
  own(ownerKey: string): Promise<void>;
}

interface RunningJob {
  readonly stop: AbortController;
  /** Another worker has the job: the result is dropped. */
  isLost: boolean;
}

const HEARTBEAT_MS = 1_000;
/** How long a job that is handed over may take to end here. */
const HAND_OVER_MS = 1_000;

/** Starts to run jobs. */
export async function startWorker(
  db: Database,
  queue: Queue,
  listener: Listener,
  options: WorkOptions,
): Promise<PostgresWorker> {
  const { tasks, concurrency, onDisown, onEnd, onTakeOver, report = () => {} } = options;
  const kinds = [...new Set(Object.keys(tasks).map(kindOf))];
  const running = new Map<string, RunningJob>();
  /** Owned owner keys, with their terms. */
  const owned = new Map<string, number>();
  let self: Registration;
  let consumer: Consumer;
  let isStopping = false;
  let checking: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;

  async function start(): Promise<void> {
    self = await registerWorker(db, kinds);
    await startConsumer();
  }

  async function startConsumer(): Promise<void> {
    const worker = self;
    const named = Promise.withResolvers<void>();
    const started = queue.consume({
      addresses: kinds.flatMap((kind) => [addressOf(kind, null), addressOf(kind, worker.slot)]),
      concurrency,
      onEntry: async (job, entry) => {
        await named.promise;
        await onEntry(worker, job, entry);
      },
      report,
    });
    consumer = started;
    try {
      await setQueueName(db, worker.id, started.name);
      named.resolve();
    } catch (error) {
      named.promise.catch(() => {});
      named.reject(error);
      void started.stop();
      throw error;
    }
    // graphile-worker gives up when it cannot write for a while.
    void started.ended.then(() => {
      if (consumer === started && !isStopping && !restarting) return retry(startConsumer);
    });
  }

  /** Retries until the work succeeds or the worker stops. */
  async function retry(work: () => Promise<void>): Promise<void> {
    while (!isStopping) {
      try {
        return await work();
      } catch (error) {
        report("worker", error);
        await delay(HEARTBEAT_MS);
      }
    }
  }

  async function onEntry(worker: Registration, id: string, entry: number): Promise<void> {
    const run: RunningJob = { stop: new AbortController(), isLost: false };
    // Before the database has it as running here: a heartbeat must not take it for forgotten.
    running.set(id, run);
    try {
      const job = await takeJob(db, worker.id, id, entry);
      if (job) await perform(job, run);
    } finally {
      if (running.get(id) === run) running.delete(id);
    }
  }

  async function perform(job: TakenJob, run: RunningJob): Promise<void> {
    if (job.ownerKey !== null) await keepOwnership(job.ownerKey, job.term!);
    if (job.takenOver) onTakeOver?.(job.task);
    const attempt = await startAttempt(db, job, run.stop);
    const result = await runTask(
      async () => {
        const task = tasks[job.task];
        if (!task) throw new Failure("NO_WORKER", { task: job.task });
        return task(JSON.parse(job.payload) as never, attempt.context);
      },
      (error) => report("job", error),
    );
    const isStored = !run.isLost && (await attempt.end(result));
    onEnd?.(job.task, isStored ? outcomeOf(result) : "lost");
    // Another worker continues the job, so its state here must not be used any more.
    if (!isStored && job.ownerKey !== null) await dropKey(job.ownerKey, job.term!);
  }

  async function keepOwnership(ownerKey: string, term: number): Promise<void> {
    const previous = owned.get(ownerKey);
    if (previous !== undefined && previous !== term) await onDisown(ownerKey);
    owned.set(ownerKey, term);
  }

  async function dropKey(ownerKey: string, term: number): Promise<void> {
    if (owned.get(ownerKey) !== term) return;
    owned.delete(ownerKey);
    await onDisown(ownerKey);
  }

  async function check(): Promise<void> {
    const { id } = self;
    const runningBefore = new Set(running.keys());
    const ownedBefore = new Map(owned);
    const holdings = await heartbeat(db, id);
    if (self.id !== id || isStopping) return;
    if (!holdings) return restart();
    for (const [job, { cancelRequested }] of holdings.jobs)
      if (cancelRequested) running.get(job)?.stop.abort();
      else if (!running.has(job) && !runningBefore.has(job)) await handOverForgotten(db, id, job);
    for (const [key, term] of ownedBefore) if (holdings.owned.get(key) !== term) await dropKey(key, term);
  }

  /** Other processes have declared this worker dead and have its jobs: it drops everything and registers again. */
  function restart(): Promise<void> {
    restarting ??= (async () => {
      report("worker", new Error("This worker sent no heartbeat for too long. Other workers have its jobs."));
      const previous = consumer;
      await dropAll();
      void previous.stop();
      await retry(start);
    })().finally(() => {
      restarting = undefined;
    });
    return restarting;
  }

  async function dropAll(): Promise<void> {
    for (const run of running.values()) {
      run.isLost = true;
      run.stop.abort();
    }
    await Promise.all([...owned].map(([ownerKey, term]) => dropKey(ownerKey, term)));
  }

  function onMessage(payload: string): void {
    const command = readCommand(payload);
    if (!command) return;
    if ("cancel" in command) running.get(command.cancel)?.stop.abort();
    else if (owned.has(command.disown)) checkNow();
  }

  function checkNow(): void {
    checking ??= check()
      .catch((error: unknown) => report("worker", error))
      .finally(() => {
        checking = undefined;
      });
  }

  await start();
  const stopListening = listener.listen(WORKERS, onMessage, checkNow);
  const timer = setInterval(checkNow, HEARTBEAT_MS);

  return {
    async own(ownerKey) {
      const { id } = self;
      const term = await repeatable(db, (tx) => claimKey(tx, id, ownerKey));
      if (term !== undefined && self.id === id) owned.set(ownerKey, term);
    },
    async stop(graceMs) {
      isStopping = true;
      await settleWithin(HAND_OVER_MS, restarting);
      const stopped = consumer.stop();
      await settleWithin(graceMs, stopped);
      clearInterval(timer);
      stopListening();
      await dropAll();
      await settleWithin(HAND_OVER_MS, Promise.all([stopped, checking]));
      // If the database does not answer, the others notice the missing heartbeat.
      await settleWithin(HAND_OVER_MS, removeWorker(db, self.id));
    },
  };
}

/** Waits until the work has ended, successfully or not, but not longer than this. */
export async function settleWithin(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  const settled = work?.catch(() => {});
  await Promise.race([settled, delay(milliseconds, undefined, { ref: false })]);
}
