import type { Jobs } from "./jobs.ts";

/**
 * Shared jobs whose database is joined when first needed. When that fails, the call that needed it fails with the reason
 * and the next call tries again.
 */
export function lazyJobs(open: () => Promise<Jobs>): Jobs {
  let opening: Promise<Jobs> | undefined;
  const opened = (): Promise<Jobs> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const ifOpen = async (work: (jobs: Jobs) => Promise<void>): Promise<void> => {
    const jobs = await opening?.catch(() => undefined);
    if (jobs) await work(jobs);
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
    cancelAtHomes: () => ifOpen((jobs) => jobs.cancelAtHomes()),
    close: () => ifOpen((jobs) => jobs.close()),
  };
}
