import { BoundedMap } from "../primitives/bounded-map.ts";
import type { Store } from "../store/port.ts";
import { changesSince } from "./changes-since.ts";

/** No value is kept for longer, so that nothing is computed from a text that was erased meanwhile. */
const KEPT_MS = 60_000;

/** Values that were computed from sessions, each until its session changes. */
export interface SessionCache<T> {
  /**
   * Returns the value of a key and the current position of the feed. There is no value if its session has changed since
   * it was kept; with `mayGrow`, new thoughts are no change.
   */
  read(
    sessionId: string,
    key: string,
    options?: { readonly mayGrow?: boolean },
  ): Promise<{ readonly kept: T | undefined; readonly position: number }>;
  /** Keeps a value that has all changes up to a position of the feed, and perhaps later ones. */
  keep(key: string, value: T, position: number): void;
  drop(key: string): void;
}

/** Creates a cache of at most `max` values. */
export function createSessionCache<T>(store: Store, max: number): SessionCache<T> {
  const values = new BoundedMap<string, { readonly value: T; readonly position: number }>(max, "use");

  return {
    async read(sessionId, key, { mayGrow = false } = {}) {
      const { position, more } = await store.feedState();
      const found = values.get(key);
      if (!found || more) return { kept: undefined, position };
      const changes = await changesSince(store, sessionId, found.position, position);
      if (changes === "none" || (mayGrow && changes === "appended")) return { kept: found.value, position };
      if (values.get(key) === found) values.delete(key);
      return { kept: undefined, position };
    },
    keep(key, value, position) {
      if (values.size === 0) setTimeout(() => values.clear(), KEPT_MS).unref();
      values.set(key, { value, position });
    },
    drop: (key) => void values.delete(key),
  };
}
