import fc from "fast-check";
import { expect, test } from "vitest";
import { createRate } from "./token-bucket.ts";

test("[SA6] a key may do its number of things per minute, at once or spread, and no more", () => {
  let time = 0;
  const rate = createRate(60, () => time);
  for (let turn = 0; turn < 60; turn++) expect(rate.take("ann")).toBe(0);
  expect(rate.take("ann")).toBe(1);
  expect(rate.take("ben")).toBe(0);
  time += 1_000;
  expect(rate.take("ann")).toBe(0);
  expect(rate.take("ann")).toBe(1);
  expect(rate.take("ann", 10)).toBe(10);
  time += 3_600_000;
  expect(rate.take("ann", 60)).toBe(0);
  expect(rate.take("ann", 60)).toBe(60);
});

test("[SA6] a caller that waits as long as asked is served, whatever happened before", () => {
  const steps = fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 80 })), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), steps, (perMinute, given) => {
      let time = 0;
      const rate = createRate(perMinute, () => time);
      let done = 0;
      for (const [pause, count] of given) {
        time += pause;
        const wait = rate.take("ann", count);
        if (wait === 0) done += Math.min(count, perMinute);
        else {
          time += wait * 1_000;
          expect(rate.take("ann", count)).toBe(0);
          done += Math.min(count, perMinute);
        }
        expect(done).toBeLessThanOrEqual(perMinute + (time / 60_000) * perMinute + 1e-6);
      }
    }),
  );
});

test("[SA6] a caller that waits as long as asked is served where 40 s at 9 a minute are not quite 6", () => {
  let time = 0;
  const rate = createRate(9, () => time);
  expect(rate.take("ann", 9)).toBe(0);
  expect(rate.take("ann", 6)).toBe(40);
  time += 40_000;
  expect(rate.take("ann", 6)).toBe(0);
});

test("[SA6] the number of callers in memory is bounded, and the latest is kept", () => {
  const rate = createRate(1, () => 0);
  rate.take("first");
  for (let key = 0; key < 20_000; key++) {
    rate.take(`key ${key}`);
    if (key % 5_000 === 0) expect(rate.take("first")).toBe(60);
  }
  expect(rate.size).toBe(10_000);
  expect(rate.take("first")).toBe(60);
});
