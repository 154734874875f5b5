import { createOpener, lazy } from "../primitives/lazy.ts";
import type { Notebooks } from "./notebooks.ts";

/**
 * Notebooks that are opened on first use, so that a server starts without their kernels. If opening fails, the call
 * fails with the reason and the next call tries again. Once closed they stay closed.
 */
export function lazyNotebooks(open: () => Promise<Notebooks>): Notebooks {
  let closed = false;
  const opener = createOpener(open);
  const opened = async (): Promise<Notebooks> => {
    if (closed) throw new Error("Notebooks are closed: the server is stopping.");
    return opener();
  };
  return lazy(opened, {
    viewOf: (store, home) => lazyNotebooks(async () => (await opened()).viewOf(store, home)),
    async close() {
      closed = true;
      await (await opener.current?.catch(() => undefined))?.close();
    },
  });
}
