import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { composeViews, type ViewParts } from "./compose-views.ts";
import type { LedgerPlace } from "./config/ledger-place.ts";
import { createInProcessJobs } from "./jobs/in-process.ts";
import type { JobOutcome, JobPrincipal, Jobs, JobWorker, Tasks } from "./jobs/jobs.ts";
import { lazyJobs } from "./jobs/lazy.ts";
import type { NotebookStore } from "./notebook/notebook-store.ts";
import type { Notebooks } from "./notebook/notebooks.ts";
import { override } from "./primitives/lazy.ts";
import type { RawInvocation } from "./reasoning/index.ts";
import type { StartWaiting } from "./store/open.ts";
import { openJobs } from "./store/open.ts";
import { createEnsurePackages } from "./tasks/ensure-packages.ts";
import { notebookTasks } from "./tasks/notebook-tasks.ts";
import { reasoningTasks } from "./tasks/reasoning-tasks.ts";
import type { Log } from "./telemetry/log.ts";

/** What taking jobs is composed from. */
export interface WorkParts {
  readonly jobs: Jobs;
  readonly views: Omit<ViewParts, "notebooks" | "jobs">;
  /** With the kernels of this process. */
  readonly notebooks: Notebooks;
  readonly endKernel: (notebookId: string) => Promise<void>;
  /** How many jobs at once. */
  readonly atOnce: number;
  readonly log: Log;
  /** Counts what is done. */
  readonly meter: {
    jobEnded(task: string, outcome: JobOutcome): void;
    jobTakenOver(task: string): void;
  };
}

/** How many jobs a server does at once. */
export const AT_ONCE = 8;
/** How long it waits before it tries again to join a database that cannot be reached. */
const AGAIN_MS = 5_000;

/** Where long work is handed in: in a database that several processes use, to any of them, else here. */
export function composeJobs(place: LedgerPlace, log: Log): Jobs {
  if (!("databaseUrl" in place)) return createInProcessJobs();
  const { databaseUrl } = place;
  return lazyJobs((signal) => openJobs(databaseUrl, (event, error) => log.warn(event, { error }), signal));
}

/** How a process waits at start for a database that is not there yet: it says so, until it is stopped. */
export function startWaiting(stop: Promise<void>, log: Log): StartWaiting {
  const stopping = new AbortController();
  void stop.then(() => stopping.abort());
  const onWait = (error: unknown) =>
    log.warn("waiting for the database", { reason: (error as Error).message });
  return { onWait, signal: stopping.signal };
}

/** Takes jobs: what a principal asked for is done as that principal's view of the ledger allows. */
export function startWork(parts: WorkParts): Promise<JobWorker> {
  const { jobs, endKernel, atOnce, log, meter } = parts;
  const tasks = tasksOf(parts);
  // A newer server may ask for what this one does not know.
  const known = (task: string) => (Object.hasOwn(tasks, task) ? task : "other");
  return jobs.work({
    tasks,
    concurrency: atOnce,
    onDisown: endKernel,
    onEnd(task, outcome) {
      meter.jobEnded(known(task), outcome);
      log.debug("job", { task, outcome });
    },
    onTakeOver(task) {
      meter.jobTakenOver(known(task));
      log.warn("job taken over", { task });
    },
    report: (event, error) => log.warn(event, { error }),
  });
}

/** Takes jobs as soon as the database can be reached, and until it is stopped. */
export function keepWorking(parts: WorkParts): JobWorker {
  const stopping = new AbortController();
  async function start(): Promise<JobWorker | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await startWork(parts);
      } catch (error) {
        parts.log.warn("worker", { error });
        await delay(AGAIN_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
    }
  }
  const working = start();
  return {
    async stop(milliseconds) {
      stopping.abort();
      // Where the database is away, joining it is not waited for: closing the jobs ends that.
      const moment = delay(milliseconds, undefined, { ref: false });
      await (await Promise.race([working, moment]))?.stop(milliseconds);
    },
  };
}

function tasksOf({ jobs, views, notebooks }: WorkParts): Tasks {
  const viewOf = composeViews({ ...views, notebooks });
  const { invocations } = views;
  const marked = { ...invocations, note: (call: RawInvocation) => invocations.note(takenOver(call)) };
  const markedViewOf = composeViews({ ...views, notebooks, invocations: marked });
  const models = views.engine
    ? reasoningTasks((principal, isTakenOver) => (isTakenOver ? markedViewOf : viewOf)(principal).reasoning)
    : {};
  if (!jobs.isShared) return models;
  const contextOf = (principal: JobPrincipal | undefined, fence: Fence) => {
    const { store, notebooksOn } = viewOf(principal);
    const notebookStore: NotebookStore = fence
      ? override(store, {
          saveRun: (id, cellId, run, of) => store.saveRun(id, cellId, run, { ...of, fence }),
        })
      : store;
    return { store: notebookStore, notebooks: notebooksOn(notebookStore) };
  };
  const ensurePackages = createEnsurePackages((id) => join(views.home, "notebooks", id));
  return { ...models, ...notebookTasks({ contextOf, ensurePackages }) };
}

type Fence = Parameters<Parameters<typeof notebookTasks>[0]["contextOf"]>[1];

/** A call that another worker may have made before. */
function takenOver(call: RawInvocation): RawInvocation {
  return { ...call, input: { ...(call.input as object), taken_over: true } };
}
