import { setTimeout as delay } from "node:timers/promises";
import type { Working, WorkOptions } from "../../../jobs/jobs.ts";
import { kindOf } from "../../../jobs/kind.ts";
import { outcomeOf, wordFor } from "../../../jobs/outcome.ts";
import { Failure } from "../../../ledger/index.ts";
import type { Database, Pool } from "../database.ts";
import type { Listening } from "../listen.ts";
import { repeatable } from "./ask.ts";
import { beginAttempt } from "./attempt.ts";
import { addressOf } from "./enter.ts";
import { type Taking, takeFrom } from "./queue.ts";
import { bury, releaseForgotten } from "./reap-dead-workers.ts";
import { beat, nameInQueue, type Registered, register } from "./register.ts";
import { claim, type Taken, take } from "./take.ts";
import { readWish, WORKERS } from "./tell.ts";

/** A worker of this process. */
export interface PostgresWorker extends Working {
  /** Makes this worker the home of something new. */
  settle(home: string): Promise<void>;
}

interface Run {
  readonly stop: AbortController;
  /** The job is another's: what comes of it here is thrown away. */
  isLost: boolean;
}

/** How often a worker says that it lives. */
const BEAT_MS = 1_000;
/** How long a job that is handed over may take to end here. */
const LAST_MOMENT_MS = 1_000;

/** Begins to take jobs. */
export async function startWorker(
  db: Database,
  pool: Pool,
  listening: Listening,
  options: WorkOptions,
): Promise<PostgresWorker> {
  const { tasks, atOnce, leaveHome, onEnd, onTakeOver, report = () => {} } = options;
  const kinds = [...new Set(Object.keys(tasks).map(kindOf))];
  const runs = new Map<string, Run>();
  const homes = new Map<string, number>();
  let self: Registered;
  let taking: Taking;
  let isStopping = false;
  let beating: Promise<void> | undefined;
  let renewing: Promise<void> | undefined;

  async function begin(): Promise<void> {
    self = await register(db, kinds);
    await beginTaking();
  }

  async function beginTaking(): Promise<void> {
    const worker = self;
    const known = Promise.withResolvers<void>();
    const started = takeFrom(pool, {
      addresses: kinds.flatMap((kind) => [addressOf(kind, null), addressOf(kind, worker.slot)]),
      atOnce,
      onEntry: async (job, entry) => {
        await known.promise;
        await onEntry(worker, job, entry);
      },
      report,
    });
    taking = started;
    try {
      await nameInQueue(db, worker.id, started.name);
      known.resolve();
    } catch (error) {
      known.promise.catch(() => {});
      known.reject(error);
      void started.stop();
      throw error;
    }
    // The queue gives up when it cannot write for a while; nothing of it runs any more then.
    void started.ended.then(() => {
      if (taking === started && !isStopping && !renewing) return untilDone(beginTaking);
    });
  }

  /** Tries until it succeeds, or until the worker stops. */
  async function untilDone(work: () => Promise<void>): Promise<void> {
    while (!isStopping) {
      try {
        return await work();
      } catch (error) {
        report("worker", error);
        await delay(BEAT_MS);
      }
    }
  }

  async function onEntry(worker: Registered, job: string, entry: number): Promise<void> {
    const run: Run = { stop: new AbortController(), isLost: false };
    // Before the database says that it runs here: a beat must not find it forgotten.
    runs.set(job, run);
    try {
      const taken = await take(db, worker.id, job, entry);
      if (taken) await perform(taken, run);
    } finally {
      if (runs.get(job) === run) runs.delete(job);
    }
  }

  async function perform(taken: Taken, run: Run): Promise<void> {
    if (taken.home !== null) await enterHome(taken.home, taken.homeNumber!);
    if (taken.takenOver) onTakeOver?.(taken.task);
    const attempt = await beginAttempt(db, taken, run.stop);
    const outcome = await outcomeOf(
      async () => {
        const task = tasks[taken.task];
        if (!task) throw new Failure("NO_WORKER", { task: taken.task });
        return task(JSON.parse(taken.payload) as never, attempt.context);
      },
      (error) => report("job", error),
    );
    const kept = !run.isLost && (await attempt.end(outcome));
    onEnd?.(taken.task, kept ? wordFor(outcome) : "lost");
    // Somebody else goes on with it: what lives on here of it would be taken for the real one.
    if (!kept && taken.home !== null) await dropHome(taken.home, taken.homeNumber!);
  }

  async function enterHome(home: string, number: number): Promise<void> {
    const before = homes.get(home);
    if (before !== undefined && before !== number) await leaveHome(home);
    homes.set(home, number);
  }

  async function dropHome(home: string, number: number): Promise<void> {
    if (homes.get(home) !== number) return;
    homes.delete(home);
    await leaveHome(home);
  }

  async function look(): Promise<void> {
    const { id } = self;
    const before = new Set(runs.keys());
    const settled = new Map(homes);
    const held = await beat(db, id);
    if (self.id !== id || isStopping) return;
    if (!held) return renew();
    for (const [job, { cancelAsked }] of held.jobs)
      if (cancelAsked) runs.get(job)?.stop.abort();
      else if (!runs.has(job) && !before.has(job)) await releaseForgotten(db, id, job);
    for (const [home, number] of settled) if (held.homes.get(home) !== number) await dropHome(home, number);
  }

  /** The others have taken this worker for dead: whatever it has is theirs, and it begins anew. */
  function renew(): Promise<void> {
    renewing ??= (async () => {
      report("worker", new Error("This worker was silent for too long; others have what it had."));
      const old = taking;
      await dropAll();
      void old.stop();
      await untilDone(begin);
    })().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function dropAll(): Promise<void> {
    for (const run of runs.values()) {
      run.isLost = true;
      run.stop.abort();
    }
    await Promise.all([...homes].map(([home, number]) => dropHome(home, number)));
  }

  function onWish(payload: string): void {
    const wish = readWish(payload);
    if (!wish) return;
    if ("cancel" in wish) runs.get(wish.cancel)?.stop.abort();
    else if (homes.has(wish.leave)) lookNow();
  }

  function lookNow(): void {
    beating ??= look()
      .catch((error: unknown) => report("worker", error))
      .finally(() => {
        beating = undefined;
      });
  }

  await begin();
  const stopListening = listening.listen(WORKERS, onWish, lookNow);
  const timer = setInterval(lookNow, BEAT_MS);

  return {
    async settle(home) {
      const { id } = self;
      const number = await repeatable(db, (tx) => claim(tx, id, home));
      if (number !== undefined && self.id === id) homes.set(home, number);
    },
    async stop(milliseconds) {
      isStopping = true;
      await within(LAST_MOMENT_MS, renewing);
      const stopped = taking.stop();
      await within(milliseconds, stopped);
      clearInterval(timer);
      stopListening();
      await dropAll();
      await within(LAST_MOMENT_MS, Promise.all([stopped, beating]));
      // Where the database does not answer, the others find out by themselves.
      await within(LAST_MOMENT_MS, bury(db, self.id));
    },
  };
}

/** Waits for something, but not longer than this, and whatever comes of it. */
async function within(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  const settled = work?.catch(() => {});
  await Promise.race([settled, delay(milliseconds, undefined, { ref: false })]);
}
