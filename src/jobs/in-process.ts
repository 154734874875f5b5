import { asFailure, Failure } from "../ledger/index.ts";
import { createTurns } from "../notebook/in-turn.ts";
import type { Jobs, Task, UnderWay, WorkOptions } from "./jobs.ts";
import { kindOf } from "./kind.ts";

interface Entry extends UnderWay {
  readonly home: string | undefined;
  readonly stop: AbortController;
  isRunning: boolean;
  told?: unknown;
}

/** Jobs of one process that does them itself: a call of the task, and nothing in between. */
export function createInProcessJobs(): Jobs {
  const inTurn = createTurns();
  const entries = new Set<Entry>();
  let options: WorkOptions | undefined;

  async function perform(entry: Entry, task: Task, onEvent?: (event: unknown) => void): Promise<unknown> {
    if (entry.stop.signal.aborted) throw new Failure("CANCELLED", {});
    entry.isRunning = true;
    return task(entry.payload as never, {
      signal: entry.stop.signal,
      tell(event) {
        entry.told = event;
        onEvent?.(event);
      },
      takenOver: false,
      startedAt: Date.now(),
      toldBefore: [],
    });
  }

  return {
    isShared: false,
    async run({ task: name, payload, home, signal, onEvent }) {
      const task = options?.tasks[name];
      if (!task) throw new Failure("NO_WORKER", { task: name });
      const stop = new AbortController();
      const cancel = () => stop.abort();
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted) cancel();
      const entry: Entry = { task: name, payload, home, stop, isRunning: false };
      entries.add(entry);
      const work = () => perform(entry, task, onEvent);
      try {
        return { value: await (home === undefined ? work() : inTurn(home, work)), takenOver: false };
      } catch (error) {
        throw asFailure(error);
      } finally {
        entries.delete(entry);
        signal?.removeEventListener("abort", cancel);
      }
    },
    async work(given) {
      options = given;
      // Whoever asked is answered, for as long as the process lives.
      return { stop: async () => {} };
    },
    async interrupt(home, tasks) {
      const running = [...entries].filter(
        (one) => one.home === home && one.isRunning && tasks.includes(one.task),
      );
      for (const { stop } of running) stop.abort();
      return running.length > 0;
    },
    leave: async (home) => options?.leaveHome(home),
    settle: async () => {},
    underWay: async (home) => [...entries].filter((one) => one.home === home),
    waiting: async () => [...entries].filter(({ isRunning }) => !isRunning).length,
    workers: async () =>
      Object.fromEntries(Object.keys(options?.tasks ?? {}).map((task) => [kindOf(task), 1])),
    async cancelAtHomes() {
      for (const { home, stop } of entries) if (home !== undefined) stop.abort();
    },
    close: async () => {},
  };
}
