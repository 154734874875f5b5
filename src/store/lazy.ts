import { createOpener, lazy } from "../primitives/lazy.ts";
import type { Store } from "./port.ts";

/** A store that is opened at its first use, so that a server can answer at once what needs no store. */
export function lazyStore(open: () => Promise<Store>): Store {
  const opener = createOpener(open);
  return lazy(opener, {
    onWrite(listener) {
      let stop = () => {};
      let stopped = false;
      opener().then(
        (store) => {
          if (!stopped) stop = store.onWrite(listener);
        },
        // A listener also reads, and gets the failure there.
        () => {},
      );
      return () => {
        stopped = true;
        stop();
      };
    },
    close: async () => (await opener.current?.catch(() => undefined))?.close(),
  });
}
