import fc from "fast-check";
import { expect, it } from "vitest";
import { agesUpTo } from "./ages.ts";

const SHIFTS = [25n, 31n, 37n];

/** The marks of a position, as the database's own function makes them. */
const marksOf = (position: number) => SHIFTS.map((shift, level) => `~${level}.${BigInt(position) >> shift}`);

const position = fc.integer({ min: 0, max: 2 ** 48 });
const size = fc.integer({ min: 1, max: 48 }).chain((bits) => fc.integer({ min: 1, max: 2 ** bits }));

it("[PG33] the ages of a reading hold every position of their stretch once, and none below it", () => {
  fc.assert(
    fc.property(position, size, fc.double({ min: 0, max: 1, noNaN: true }), (last, positions, part) => {
      const { marks, first } = agesUpTo(last, positions);
      const holding = (at: number) => marksOf(at).filter((mark) => marks.includes(mark)).length;
      expect(marks.length).toBeLessThanOrEqual(16);
      expect(first).toBeLessThanOrEqual(last);
      for (const at of [first, last, Math.floor(first + (last - first) * part)]) expect(holding(at)).toBe(1);
      if (first > 0) expect(holding(first - 1)).toBe(0);
    }),
  );
});

it("[PG33] a reading has as much as was asked for, not many times more, unless it takes too many marks", () => {
  fc.assert(
    fc.property(position, size, (last, positions) => {
      const { marks, first } = agesUpTo(last, positions);
      const held = last + 1 - first;
      if (marks.length < 16 && first > 0) expect(held).toBeGreaterThanOrEqual(positions);
      expect(held).toBeLessThanOrEqual(2 ** 25 + 3 * positions);
    }),
  );
});
