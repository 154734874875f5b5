import { createOpener, lazy } from "../primitives/lazy.ts";
import type { Jobs } from "./jobs.ts";

/**
 * Shared jobs that connect to their database at the first call. If connecting fails, that call fails with the reason and
 * the next call tries again. `close` aborts a connection attempt instead of waiting for it.
 */
export function lazyJobs(open: (signal: AbortSignal) => Promise<Jobs>): Jobs {
  const closing = new AbortController();
  const opener = createOpener(() => open(closing.signal));
  return lazy<Jobs>(opener, {
    isShared: true,
    cancelWithOwnerKey: async () => opener.value?.cancelWithOwnerKey(),
    async close() {
      closing.abort();
      if (opener.value) await opener.value.close();
      else
        void opener.current?.then(
          (jobs) => jobs.close(),
          () => {},
        );
    },
  });
}
