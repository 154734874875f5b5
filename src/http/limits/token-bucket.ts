/** How often something may happen, told apart by key. */
export interface Rate {
  /** Takes `count` at once if they are there: 0 when they were, else the seconds until they will be. */
  take(key: string, count?: number): number | Promise<number>;
  /** How many keys are remembered. */
  readonly size: number;
}

/** One that asks nobody. */
export interface LocalRate extends Rate {
  take(key: string, count?: number): number;
}

interface Bucket {
  left: number;
  filled: number;
}

/** More keys than this are not remembered: the one that rested longest is forgotten, as if its bucket were full. */
export const MAX_KEYS = 10_000;

/** Lets each key do `perMinute` things a minute, all of them at once if it likes. */
export function createRate(perMinute: number, now: () => number = () => performance.now()): LocalRate {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  function bucketOf(key: string): Bucket {
    const at = now();
    const bucket = buckets.get(key) ?? { left: perMinute, filled: at };
    bucket.left = Math.min(perMinute, bucket.left + (at - bucket.filled) * perMs);
    bucket.filled = at;
    // The order of a map is that of insertion: whoever was here last stands at its end.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > MAX_KEYS) buckets.delete(buckets.keys().next().value!);
    return bucket;
  }

  return {
    take(key, count = 1) {
      const bucket = bucketOf(key);
      // What is more than a bucket holds could never be taken: a full one will do.
      const wanted = Math.min(count, perMinute);
      if (bucket.left < wanted) return Math.max(1, Math.ceil((wanted - bucket.left) / perMs / 1_000));
      bucket.left -= wanted;
      return 0;
    },
    get size() {
      return buckets.size;
    },
  };
}
