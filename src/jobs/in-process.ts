import { asFailure, Failure } from "../ledger/index.ts";
import { createKeyedLock } from "../primitives/keyed-lock.ts";
import { type JobInFlight, type Jobs, kindOf, type Task, type WorkOptions } from "./jobs.ts";

interface InProcessJob extends JobInFlight {
  readonly ownerKey: string | undefined;
  readonly stop: AbortController;
  isRunning: boolean;
  lastEvent?: unknown;
}

/** Jobs of a process that runs its own: `run` calls the task directly. */
export function createInProcessJobs(): Jobs {
  const locked = createKeyedLock();
  const jobs = new Set<InProcessJob>();
  let options: WorkOptions | undefined;

  async function perform(job: InProcessJob, task: Task, onEvent?: (event: unknown) => void) {
    if (job.stop.signal.aborted) throw new Failure("CANCELLED", {});
    job.isRunning = true;
    return task(job.payload as never, {
      signal: job.stop.signal,
      emit(event) {
        job.lastEvent = event;
        onEvent?.(event);
      },
      takenOver: false,
      startedAt: Date.now(),
      earlierEvents: [],
    });
  }

  return {
    isShared: false,
    async run({ task: name, payload, ownerKey, signal, onEvent }) {
      const task = options?.tasks[name];
      if (!task) throw new Failure("NO_WORKER", { task: name });
      const stop = new AbortController();
      const cancel = () => stop.abort();
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted) cancel();
      const job: InProcessJob = { task: name, payload, ownerKey, stop, isRunning: false };
      jobs.add(job);
      const work = () => perform(job, task, onEvent);
      try {
        return { value: await (ownerKey === undefined ? work() : locked(ownerKey, work)), takenOver: false };
      } catch (error) {
        throw asFailure(error);
      } finally {
        jobs.delete(job);
        signal?.removeEventListener("abort", cancel);
      }
    },
    async work(workOptions) {
      options = workOptions;
      // Requested jobs finish as long as the process lives.
      return { stop: async () => {} };
    },
    async interrupt(ownerKey, tasks) {
      const running = [...jobs].filter(
        (job) => job.ownerKey === ownerKey && job.isRunning && tasks.includes(job.task),
      );
      for (const { stop } of running) stop.abort();
      return running.length > 0;
    },
    own: async () => {},
    disown: async (ownerKey) => options?.onDisown(ownerKey),
    inFlight: async (ownerKey) => [...jobs].filter((job) => job.ownerKey === ownerKey),
    queued: async () => [...jobs].filter(({ isRunning }) => !isRunning).length,
    workers: async () =>
      Object.fromEntries(Object.keys(options?.tasks ?? {}).map((task) => [kindOf(task), 1])),
    async cancelWithOwnerKey() {
      for (const { ownerKey, stop } of jobs) if (ownerKey !== undefined) stop.abort();
    },
    close: async () => {},
  };
}
