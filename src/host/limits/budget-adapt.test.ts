import fc from "fast-check";
import { expect, test } from "vitest";
import { adapt, type Outcome } from "./budget.ts";

const given = fc.nat({ max: 1000 });
const wasted = fc.constantFrom<Outcome>("failed", "repeated");
const outcome = fc.constantFrom<Outcome>("progress", "failed", "repeated");
const history = fc.array(outcome, { maxLength: 60 });

test.each<[number, Outcome[], number]>([
  [10, [], 10],
  [10, ["progress", "progress"], 10],
  [10, ["failed"], 8],
  [10, ["failed", "failed"], 7],
  [10, ["failed", "repeated", "failed", "repeated"], 5],
  [10, ["failed", "failed", "progress", "progress", "progress", "progress"], 8],
  [10, Array(20).fill("failed"), 2],
  [1, Array(20).fill("failed"), 1],
  [0, [], 0],
])("[HL7] %i given, after %j: %i", (allowance, calls, expected) => {
  expect(adapt(allowance, calls)).toBe(expected);
});

test("[HL7] is an integer between 0 and the configured limit, and 0 only if the limit is 0", () => {
  fc.assert(
    fc.property(given, history, (allowance, calls) => {
      const adapted = adapt(allowance, calls);
      expect(Number.isInteger(adapted)).toBe(true);
      expect(adapted).toBeLessThanOrEqual(allowance);
      expect(adapted).toBeGreaterThanOrEqual(Math.min(1, allowance));
    }),
  );
});

test("[HL7] failed or repeated calls never raise the limit, progress never lowers it", () => {
  fc.assert(
    fc.property(given, history, wasted, (allowance, calls, waste) => {
      const now = adapt(allowance, calls);
      expect(adapt(allowance, [...calls, waste])).toBeLessThanOrEqual(now);
      expect(adapt(allowance, [...calls, "progress"])).toBeGreaterThanOrEqual(now);
    }),
  );
});

test("[HL7] keeps the configured limit while every call returns something new", () => {
  fc.assert(
    fc.property(given, fc.nat({ max: 60 }), (allowance, calls) => {
      expect(adapt(allowance, Array(calls).fill("progress"))).toBe(allowance);
    }),
  );
});

test("[HL7] a higher configured limit never adapts to a lower one", () => {
  fc.assert(
    fc.property(given, given, history, (one, other, calls) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(adapt(less, calls)).toBeLessThanOrEqual(adapt(more, calls));
    }),
  );
});
