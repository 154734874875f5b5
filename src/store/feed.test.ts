import { setImmediate as tick } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Change } from "../ledger/index.ts";
import { createFeed } from "./feed.ts";

/** A store whose changes the test writes. */
function fakeStore() {
  const all: Change[] = [];
  const listeners = new Set<() => void>();
  const reads: number[] = [];
  const store = {
    reads,
    listeners,
    fails: false,
    write(count: number) {
      for (let i = 0; i < count; i++) all.push({ position: all.length + 1, kind: "session", sessionId: "s" });
      for (const listener of listeners) listener();
    },
    position: async () => all.length,
    async changes(after: number, limit: number): Promise<readonly Change[]> {
      if (store.fails) throw new Error("away");
      reads.push(after);
      return all.slice(after, after + limit);
    },
    onWrite(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return store;
}

/** Takes changes until one has this position. */
async function takeUntil(changes: AsyncGenerator<readonly Change[]>, last: number): Promise<number[]> {
  const positions: number[] = [];
  while (positions.at(-1) !== last) {
    const { value } = await changes.next();
    positions.push(...(value as readonly Change[]).map(({ position }) => position));
  }
  return positions;
}

const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, i) => from + i + 1);

test("[AP6] followers share one reader, which stops with the last of them", async () => {
  const store = fakeStore();
  const feed = createFeed(store);
  const stop = new AbortController();
  const followers = Array.from({ length: 20 }, () => feed.follow(0, stop.signal));
  const taken = Promise.all(followers.map((one) => takeUntil(one, 3)));
  await tick();
  store.write(3);
  expect(await taken).toEqual(Array.from({ length: 20 }, () => [1, 2, 3]));
  expect(store.reads.length).toBeLessThan(5);
  expect(store.listeners.size).toBe(1);
  stop.abort();
  await Promise.all(followers.map((one) => one.next()));
  await tick();
  expect(store.listeners.size).toBe(0);
});

test("[AP6] a follower that starts behind, or falls behind, gets every change once", async () => {
  const store = fakeStore();
  const feed = createFeed(store);
  store.write(1_200);
  const slow = feed.follow(100, new AbortController().signal);
  expect(await takeUntil(slow, 1_200)).toEqual(upTo(1_200, 100));
  const waiting = slow.next();
  for (let i = 0; i < 10; i++) {
    store.write(1_000);
    await tick();
    await tick();
  }
  const first = (await waiting).value as readonly Change[];
  const rest = await takeUntil(slow, 11_200);
  expect([...first.map(({ position }) => position), ...rest]).toEqual(upTo(11_200, 1_200));
  await slow.return();
});

test("[AP6] a failure reaches every follower, and the next one reads again", async () => {
  const store = fakeStore();
  const feed = createFeed(store);
  const signal = new AbortController().signal;
  const both = [feed.follow(0, signal).next(), feed.follow(0, signal).next()];
  const failed = Promise.allSettled(both);
  await tick();
  store.fails = true;
  store.write(1);
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  store.fails = false;
  expect(await takeUntil(feed.follow(0, signal), 1)).toEqual([1]);
});

test("[MX1] the lag is what the slowest follower has yet to take; 0 without followers", async () => {
  const store = fakeStore();
  const feed = createFeed(store);
  store.write(10);
  expect(await feed.lag()).toBe(0);
  const signal = new AbortController().signal;
  const [slow, fast] = [feed.follow(4, signal), feed.follow(10, signal)];
  await slow.next();
  const waiting = fast.next();
  await tick();
  expect(await feed.lag()).toBe(6);
  store.write(2);
  await waiting;
  await slow.next();
  expect(await feed.lag()).toBe(2);
  await slow.return();
  void fast.next();
  await tick();
  expect(await feed.lag()).toBe(0);
});
