import { BoundedMap } from "../../primitives/bounded-map.ts";
import type { Peers } from "../../store/peers.ts";
import { createRate, MAX_KEYS, type Rate } from "./token-bucket.ts";

/** What a shared rate limit needs. */
export interface SharedRateParts {
  readonly perMinute: number;
  /** Identifies the limit; the same on every server. */
  readonly name: string;
  readonly lease: Peers["lease"];
  /** Called if the common bucket is unreachable: then this server counts alone. */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
}

/** The tokens of one key that this server has leased. */
interface Bucket {
  left: number;
  leasedAt: number;
  /** The content of the common bucket when it last refused, and when. */
  refused?: { readonly left: number; readonly at: number } | undefined;
  leasing?: Promise<void> | undefined;
}

/** Tokens that were not used for this long are returned with the next lease. */
const LEASE_MS = 5_000;

/**
 * Allows each key `perMinute` actions on all servers together. Each server leases tokens from a common bucket, a sixtieth
 * of them at a time, so the count may be off by that many per server.
 */
export function createSharedRate(parts: SharedRateParts): Rate {
  const { perMinute, name, lease, onError = () => {}, now = () => performance.now() } = parts;
  const buckets = new BoundedMap<string, Bucket>(MAX_KEYS, "insertion");
  const own = createRate(perMinute, now);
  const leaseSize = Math.max(1, Math.floor(perMinute / 60));
  const perMs = perMinute / 60_000;

  function takeLeased(bucket: Bucket, wanted: number): boolean {
    if (bucket.left < wanted || now() - bucket.leasedAt > LEASE_MS) return false;
    bucket.left -= wanted;
    return true;
  }

  /** The seconds until the common bucket can have enough; other servers only take from it. */
  function waitOf({ refused, left }: Bucket, wanted: number): number {
    if (!refused) return 0;
    const ms = refused.at + (wanted - left - refused.left) / perMs - now();
    return ms > 0 ? Math.max(1, Math.ceil(ms / 1_000)) : 0;
  }

  async function refill(key: string, bucket: Bucket, wanted: number): Promise<void> {
    const isOld = bucket.leasedAt !== 0 && now() - bucket.leasedAt > LEASE_MS;
    const unused = isOld ? bucket.left : 0;
    bucket.left -= unused;
    const atLeast = wanted - bucket.left;
    const order = { key: `${name} ${key}`, perMinute, atLeast, atMost: Math.max(leaseSize, atLeast), unused };
    const { granted, left } = await lease(order);
    bucket.left += granted;
    if (granted > 0) bucket.leasedAt = now();
    bucket.refused = granted > 0 ? undefined : { left, at: now() };
  }

  async function takeFromAll(key: string, bucket: Bucket, wanted: number): Promise<number> {
    while (!takeLeased(bucket, wanted)) {
      const wait = waitOf(bucket, wanted);
      if (wait > 0) return wait;
      bucket.leasing ??= refill(key, bucket, wanted).finally(() => {
        bucket.leasing = undefined;
      });
      try {
        await bucket.leasing;
      } catch (error) {
        onError(error);
        return own.take(key, wanted);
      }
    }
    return 0;
  }

  return {
    take(key, count = 1) {
      const bucket = buckets.get(key) ?? { left: 0, leasedAt: 0 };
      buckets.set(key, bucket);
      // A request for more than the capacity could never succeed, so a full bucket is enough.
      const wanted = Math.min(count, perMinute);
      return takeLeased(bucket, wanted) ? 0 : takeFromAll(key, bucket, wanted);
    },
    get size() {
      return buckets.size;
    },
  };
}
