import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { JobWorker, Tasks } from "../jobs/jobs.ts";
import type { Principal } from "../ledger/principal.ts";
import type { NotebookStore } from "../notebook/notebook-store.ts";
import { override } from "../primitives/lazy.ts";
import type { RawInvocation } from "../reasoning/index.ts";
import { createEnsurePackages } from "../tasks/ensure-packages.ts";
import { notebookTasks } from "../tasks/notebook-tasks.ts";
import { reasoningTasks } from "../tasks/reasoning-tasks.ts";
import type { Runtime } from "./open.ts";
import { createViews } from "./views.ts";

/** How many jobs a server runs at once. */
const SERVER_JOBS = 8;
/** How long to wait before joining an unreachable database again. */
const RETRY_MS = 5_000;

/** Runs jobs, each with the view of the principal that requested it. */
export function runJobs(runtime: Runtime, concurrency: number): Promise<JobWorker> {
  const { jobs, endKernel, log } = runtime;
  const { meter } = runtime.telemetry;
  const tasks = tasksOf(runtime);
  // A newer server may request tasks that this version does not know.
  const known = (task: string) => (Object.hasOwn(tasks, task) ? task : "other");
  return jobs.work({
    tasks,
    concurrency,
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

/** Runs jobs as soon as the database is reachable, until stopped. */
export function keepRunningJobs(runtime: Runtime): JobWorker {
  const stopping = new AbortController();
  async function start(): Promise<JobWorker | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await runJobs(runtime, SERVER_JOBS);
      } catch (error) {
        runtime.log.warn("worker", { error });
        await delay(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
    }
  }
  const working = start();
  return {
    async stop(milliseconds) {
      stopping.abort();
      // Joining an unreachable database is not waited for: closing the jobs ends it.
      const deadline = delay(milliseconds, undefined, { ref: false });
      await (await Promise.race([working, deadline]))?.stop(milliseconds);
    },
  };
}

function tasksOf(runtime: Runtime): Tasks {
  const { jobs, invocations, home } = runtime;
  const sources = { ...runtime, jobs: undefined, notebooks: runtime.ownNotebooks };
  const viewOf = createViews(sources);
  const takenOverViewOf = createViews({
    ...sources,
    invocations: { ...invocations, note: (call) => invocations.note(markTakenOver(call)) },
  });
  const models = runtime.engine
    ? reasoningTasks(
        (principal, isTakenOver) => (isTakenOver ? takenOverViewOf : viewOf)(principal).reasoning,
      )
    : {};
  if (!jobs.isShared) return models;
  const contextOf = (principal: Principal | undefined, fence: Fence) => {
    const { store, notebooksOn } = viewOf(principal);
    const notebookStore: NotebookStore = fence
      ? override(store, {
          saveRun: (id, cellId, run, of) => store.saveRun(id, cellId, run, { ...of, fence }),
        })
      : store;
    return { store: notebookStore, notebooks: notebooksOn(notebookStore) };
  };
  const ensurePackages = createEnsurePackages((id) => join(home, "notebooks", id));
  return { ...models, ...notebookTasks({ contextOf, ensurePackages }) };
}

type Fence = Parameters<Parameters<typeof notebookTasks>[0]["contextOf"]>[1];

/** A call that another worker may have made before. */
function markTakenOver(call: RawInvocation): RawInvocation {
  return { ...call, input: { ...(call.input as object), taken_over: true } };
}
