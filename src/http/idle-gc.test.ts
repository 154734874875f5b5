import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Collection, collectWhenIdle } from "./idle-gc.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const LOOK_MS = 1_000;

/** A server whose numbers the test sets; each collection leaves `left` bytes. */
function open(left = 100) {
  const server = { begun: 0, underWay: 0, memory: 100, left };
  const collected: Collection[] = [];
  let collections = 0;
  const end = collectWhenIdle(() => server, {
    everyMs: LOOK_MS,
    residentMemory: () => server.memory,
    collect: async () => {
      collections += 1;
      server.memory = server.left;
    },
    onCollected: (collection) => collected.push(collection),
  });
  const work = (requests: number, memory: number) => {
    server.begun += requests;
    server.memory = memory;
  };
  const looks = (times: number) => vi.advanceTimersByTimeAsync(times * LOOK_MS);
  return { server, work, looks, end, collected, collections: () => collections };
}

test("[MX9] a server that was busy and is now idle collects garbage once", async () => {
  const { work, looks, collected, collections } = open();
  work(500, 400);
  await looks(2);
  expect(collected).toEqual([{ bytesBefore: 400, bytesAfter: 100 }]);
  await looks(20);
  expect(collections()).toBe(1);
  work(500, 300);
  await looks(20);
  expect(collections()).toBe(2);
});

test("[MX9] collects nothing while requests arrive or are in flight", async () => {
  const { server, work, looks, collections } = open();
  for (let turn = 0; turn < 20; turn++) {
    work(1, 400);
    await looks(1);
  }
  expect(collections()).toBe(0);
  server.underWay = 1;
  await looks(20);
  expect(collections()).toBe(0);
  server.underWay = 0;
  await looks(2);
  expect(collections()).toBe(1);
});

test("[MX9] leaves a server alone that was idle or used little memory", async () => {
  const { server, work, looks, collections } = open();
  server.memory = 400;
  await looks(5);
  expect(collections()).toBe(0);
  work(1, 105);
  await looks(5);
  expect(collections()).toBe(0);
});

test("[MX9] does not collect repeatedly if the memory is still in use", async () => {
  const { work, looks, collections } = open(390);
  work(500, 400);
  await looks(5);
  for (let turn = 0; turn < 10; turn++) {
    work(1, 400);
    await looks(5);
  }
  expect(collections()).toBe(1);
});

test("[MX9] can be stopped", async () => {
  const { work, looks, end, collections } = open();
  work(500, 400);
  end();
  await looks(5);
  expect(collections()).toBe(0);
});

test("[MX9] frees memory that is no longer referenced", async () => {
  vi.useRealTimers();
  let begun = 0;
  let litter: { readonly big: readonly number[] } | undefined = { big: Array(1_000).fill(1) };
  const ref = new WeakRef(litter);
  litter = undefined;
  const collected = new Promise<Collection>((resolve) => {
    let reading = 1;
    collectWhenIdle(() => ({ begun, underWay: 0 }), {
      everyMs: 10,
      residentMemory: () => reading++,
      onCollected: resolve,
    });
  });
  begun = 1;
  await collected;
  expect(ref.deref()).toBeUndefined();
});
