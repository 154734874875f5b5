import { BoundedMap } from "../../primitives/bounded-map.ts";

/** A rate limit per key. */
export interface Rate {
  /** Takes `count` tokens: returns 0, or the seconds until there are enough. */
  take(key: string, count?: number): number | Promise<number>;
  /** How many keys are in memory. */
  readonly size: number;
}

/** A rate limit of this process only. */
export interface LocalRate extends Rate {
  take(key: string, count?: number): number;
}

interface Bucket {
  left: number;
  filled: number;
}

/** Above this number of keys the least recently used one is dropped, as if its bucket were full. */
export const MAX_KEYS = 10_000;

/** Tolerance for rounding errors in a bucket that was refilled in many small steps. */
const ROUNDING = 1e-9;

/** Allows each key `perMinute` actions per minute, all of them in one burst if needed. */
export function createRate(perMinute: number, now: () => number = () => performance.now()): LocalRate {
  const buckets = new BoundedMap<string, Bucket>(MAX_KEYS, "insertion");
  const perMs = perMinute / 60_000;

  function bucketOf(key: string): Bucket {
    const time = now();
    const bucket = buckets.get(key) ?? { left: perMinute, filled: time };
    bucket.left = Math.min(perMinute, bucket.left + (time - bucket.filled) * perMs);
    bucket.filled = time;
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    take(key, count = 1) {
      const bucket = bucketOf(key);
      // A request for more than the capacity could never succeed, so a full bucket is enough.
      const wanted = Math.min(count, perMinute);
      const missing = wanted - bucket.left;
      if (missing > ROUNDING) return Math.max(1, Math.ceil(missing / perMs / 1_000));
      bucket.left = Math.max(0, -missing);
      return 0;
    },
    get size() {
      return buckets.size;
    },
  };
}
