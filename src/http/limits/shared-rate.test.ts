import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedMemoryPeers } from "../../../test/support/shared-memory-peers.ts";
import { createSharedRate } from "./shared-rate.ts";

/** So many servers that share a rate, on a clock that the test moves. */
function open(perMinute: number, servers = 3) {
  const clock = { time: 1 };
  const now = () => clock.time;
  const hub = sharedMemoryPeers(now);
  let leases = 0;
  const rates = Array.from({ length: servers }, () => {
    const { lease } = hub.join();
    return createSharedRate({
      perMinute,
      name: "requests",
      now,
      lease: (order) => {
        leases += 1;
        return lease(order);
      },
    });
  });
  return { rates, clock, leases: () => leases };
}

test("[PE6] all servers together allow a key its rate per minute, plus at most one lease each", async () => {
  const { rates, clock, leases } = open(6_000);
  let done = 0;
  for (let turn = 0; turn < 9_000; turn++) if ((await rates[turn % 3]!.take("ann")) === 0) done += 1;
  expect(done).toBe(6_000);
  // One round trip for each hundred, and one refusal that each server remembers.
  expect(leases()).toBe(63);
  expect(await rates[0]!.take("ben")).toBe(0);
  clock.time += 1_000;
  let more = 0;
  for (let turn = 0; turn < 600; turn++) if ((await rates[turn % 3]!.take("ann")) === 0) more += 1;
  expect(more).toBe(100);
});

test("[PE6] never allows more than the rate plus one lease each, at any timing", async () => {
  const steps = fc.array(fc.tuple(fc.nat(2), fc.nat(8_000), fc.integer({ min: 1, max: 60 })), {
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 900 }), steps, async (perMinute, given) => {
      const { rates, clock } = open(perMinute);
      const leaseSize = Math.max(1, Math.floor(perMinute / 60));
      let done = 0;
      for (const [server, pause, count] of given) {
        clock.time += pause;
        if ((await rates[server]!.take("ann", count)) === 0) done += Math.min(count, perMinute);
        expect(done).toBeLessThanOrEqual(perMinute + (clock.time / 60_000) * perMinute + 3 * leaseSize);
      }
    }),
    { numRuns: 60 },
  );
});

test("[PE6] many requests at once share one lease, and an unused rest is returned", async () => {
  const { rates, clock, leases } = open(600);
  const waits = await Promise.all(Array.from({ length: 10 }, () => rates[0]!.take("ann")));
  expect(waits).toEqual(Array(10).fill(0));
  expect(leases()).toBe(1);
  expect(await rates[1]!.take("ann")).toBe(0);
  clock.time += 60_000;
  for (let turn = 0; turn < 600; turn++) expect(await rates[1]!.take("ann")).toBe(0);
  expect(await rates[1]!.take("ann")).toBe(1);
});

test("[PE6] a server that cannot reach the others counts on its own", async () => {
  const errors: unknown[] = [];
  const lease = () => Promise.reject(new Error("no database"));
  const rate = createSharedRate({
    perMinute: 2,
    name: "x",
    lease,
    onError: (error) => errors.push(error),
    now: () => 1,
  });
  expect([await rate.take("ann"), await rate.take("ann"), await rate.take("ann")]).toEqual([0, 0, 30]);
  expect(errors).toHaveLength(3);
});

test("[PE6] remembers a bounded number of callers", async () => {
  const { rates } = open(60);
  for (let key = 0; key < 12_000; key++) await rates[0]!.take(`key ${key}`);
  expect(rates[0]!.size).toBe(10_000);
});
