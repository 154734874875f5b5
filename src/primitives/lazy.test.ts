import { expect, test } from "vitest";
import { createOpener, lazy, override } from "./lazy.ts";

interface Counter {
  readonly step: number;
  add(count: number): Promise<number>;
  close(): Promise<void>;
}

function counter(failures = 0) {
  let openings = 0;
  let total = 0;
  const opener = createOpener(async (): Promise<Counter> => {
    if (++openings <= failures) throw new Error(`opening ${openings} failed`);
    return { step: 1, add: async (count) => (total += count), close: async () => {} };
  });
  return { opener, stub: lazy(opener, { step: 1 }), openings: () => openings };
}

test("opens at the first call, once for calls at the same time", async () => {
  const { opener, stub, openings } = counter();
  expect([stub.step, openings(), opener.current]).toEqual([1, 0, undefined]);
  expect(await Promise.all([stub.add(1), stub.add(2)])).toEqual([1, 3]);
  expect(openings()).toBe(1);
  expect(opener.value).toBe(await opener.current);
});

test("a failed opening rejects the calls that waited for it; the next call tries again", async () => {
  const { opener, stub, openings } = counter(1);
  const [first, second] = await Promise.allSettled([stub.add(1), stub.add(1)]);
  expect([first.status, second.status, opener.value]).toEqual(["rejected", "rejected", undefined]);
  expect(await stub.add(1)).toBe(1);
  expect(openings()).toBe(2);
});

test("awaiting a lazy stand-in does not open it", async () => {
  const { stub, openings } = counter();
  expect(await stub).toBe(stub);
  expect(openings()).toBe(0);
});

test("override replaces members of a stand-in and keeps the others", async () => {
  const { stub } = counter();
  const doubled = override(stub, { add: (count) => stub.add(count * 2) });
  expect([doubled.step, await doubled.add(2)]).toEqual([1, 4]);
  await doubled.close();
});
