import type { Jobs } from "./jobs.ts";

/**
 * Shared jobs whose database is joined when first needed. When that fails, the call that needed it fails with the reason
 * and the next call tries again. Closing ends an opening that is under way: a database that is away is not waited for.
 */
export function lazyJobs(open: (signal: AbortSignal) => Promise<Jobs>): Jobs {
  const closing = new AbortController();
  let opening: Promise<Jobs> | undefined;
  let jobs: Jobs | undefined;
  const opened = (): Promise<Jobs> => {
    opening ??= open(closing.signal).then(
      (joined) => {
        jobs = joined;
        return joined;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  return {
    isShared: true,
    run: async (order) => (await opened()).run(order),
    work: async (options) => (await opened()).work(options),
    interrupt: async (home, tasks) => (await opened()).interrupt(home, tasks),
    leave: async (home) => (await opened()).leave(home),
    settle: async (home) => (await opened()).settle(home),
    underWay: async (home) => (await opened()).underWay(home),
    waiting: async () => (await opened()).waiting(),
    workers: async () => (await opened()).workers(),
    // What is not open yet has no jobs.
    cancelAtHomes: async () => jobs?.cancelAtHomes(),
    async close() {
      closing.abort();
      if (jobs) await jobs.close();
      else
        void opening?.then(
          (late) => late.close(),
          () => {},
        );
    },
  };
}
