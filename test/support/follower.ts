import type { Change } from "../../src/ledger/index.ts";
import { follow, type Store } from "../../src/store/port.ts";

/** A follower of the feed, with the changes seen so far. */
export interface Follower {
  readonly seen: readonly Change[];
  /** Resolves when this holds for the changes seen. */
  until(isEnough: (seen: readonly Change[]) => boolean): Promise<readonly Change[]>;
  /** Stops following; rejects if following failed. */
  stop(): Promise<void>;
}

/** Follows the feed of a store from a position. */
export function follower(store: Store, from = 0): Follower {
  const seen: Change[] = [];
  const waiting = new Set<() => void>();
  const stopping = new AbortController();
  const done = (async () => {
    for await (const changes of follow(store, from, stopping.signal)) {
      seen.push(...changes);
      for (const look of [...waiting]) look();
    }
  })();
  // `stop` and `until` report the error.
  done.catch(() => {});
  return {
    seen,
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!isEnough(seen)) return;
          waiting.delete(look);
          resolve(seen);
        };
        waiting.add(look);
        done.catch(reject);
        look();
      }),
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
