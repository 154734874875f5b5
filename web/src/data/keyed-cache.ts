import { BoundedMap } from "../../../src/primitives/bounded-map.ts";

/** Returns the value of a key, created on first use. Only the `max` most recently used values are kept. */
export function keyedCache<T>(max: number, create: (key: string) => T): (key: string) => T {
  const cache = new BoundedMap<string, T>(max, "use");
  return (key) => {
    const value = cache.get(key) ?? create(key);
    cache.set(key, value);
    return value;
  };
}
