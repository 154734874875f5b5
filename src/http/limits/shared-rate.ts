import type { Peers } from "../../store/peers.ts";
import { createRate, MAX_KEYS, type Rate } from "./token-bucket.ts";

/** What a rate that servers share is made from. */
export interface SharedRateParts {
  readonly perMinute: number;
  /** Tells it from other rates; the same on every server. */
  readonly name: string;
  readonly lease: Peers["lease"];
  /** Told when the others cannot be asked: then this server counts for itself. */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
}

/** The tokens of one key that this server has leased. */
interface Purse {
  left: number;
  leasedAt: number;
  /** What was in the bucket when it last refused, and when. */
  refused?: { readonly left: number; readonly at: number } | undefined;
  leasing?: Promise<void> | undefined;
}

/** Tokens that were not used for so long are put back when the next are taken. */
const LEASE_MS = 5_000;

/**
 * Lets each key do `perMinute` things a minute on all servers together. Each server takes tokens out of a common bucket,
 * a sixtieth of them at a time: at any moment the count may be off by so many per server.
 */
export function createSharedRate(parts: SharedRateParts): Rate {
  const { perMinute, name, lease, onError = () => {}, now = () => performance.now() } = parts;
  const purses = new Map<string, Purse>();
  const own = createRate(perMinute, now);
  const leaseSize = Math.max(1, Math.floor(perMinute / 60));
  const perMs = perMinute / 60_000;

  function purseOf(key: string): Purse {
    const purse = purses.get(key) ?? { left: 0, leasedAt: 0 };
    // The order of a map is that of insertion: whoever was here last stands at its end.
    purses.delete(key);
    purses.set(key, purse);
    if (purses.size > MAX_KEYS) purses.delete(purses.keys().next().value!);
    return purse;
  }

  function takeLeased(purse: Purse, wanted: number): boolean {
    if (purse.left < wanted || now() - purse.leasedAt > LEASE_MS) return false;
    purse.left -= wanted;
    return true;
  }

  /** The seconds for which the bucket cannot have enough: others only take from it. */
  function waitOf({ refused, left }: Purse, wanted: number): number {
    if (!refused) return 0;
    const ms = refused.at + (wanted - left - refused.left) / perMs - now();
    return ms > 0 ? Math.max(1, Math.ceil(ms / 1_000)) : 0;
  }

  async function refill(key: string, purse: Purse, wanted: number): Promise<void> {
    const isOld = purse.leasedAt !== 0 && now() - purse.leasedAt > LEASE_MS;
    const unused = isOld ? purse.left : 0;
    purse.left -= unused;
    const atLeast = wanted - purse.left;
    const order = { key: `${name} ${key}`, perMinute, atLeast, atMost: Math.max(leaseSize, atLeast), unused };
    const { granted, left } = await lease(order);
    purse.left += granted;
    if (granted > 0) purse.leasedAt = now();
    purse.refused = granted > 0 ? undefined : { left, at: now() };
  }

  async function takeFromAll(key: string, purse: Purse, wanted: number): Promise<number> {
    while (!takeLeased(purse, wanted)) {
      const wait = waitOf(purse, wanted);
      if (wait > 0) return wait;
      purse.leasing ??= refill(key, purse, wanted).finally(() => {
        purse.leasing = undefined;
      });
      try {
        await purse.leasing;
      } catch (error) {
        onError(error);
        return own.take(key, wanted);
      }
    }
    return 0;
  }

  return {
    take(key, count = 1) {
      const purse = purseOf(key);
      // What is more than a bucket holds could never be taken: a full one will do.
      const wanted = Math.min(count, perMinute);
      return takeLeased(purse, wanted) ? 0 : takeFromAll(key, purse, wanted);
    },
    get size() {
      return purses.size;
    },
  };
}
