import fc from "fast-check";
import { expect, it } from "vitest";
import { bucketsUpTo } from "./recency-buckets.ts";

const SHIFTS = [25n, 31n, 37n];

/** The buckets of a position, as `clew.recency_buckets` computes them. */
const bucketsOf = (position: number) =>
  SHIFTS.map((shift, level) => `~${level}.${BigInt(position) >> shift}`);

const position = fc.integer({ min: 0, max: 2 ** 48 });
const sizes = fc.integer({ min: 1, max: 48 }).chain((bits) => fc.integer({ min: 1, max: 2 ** bits }));

it("[PG33] the buckets of a range contain each of its positions once, and none below it", () => {
  fc.assert(
    fc.property(position, sizes, fc.double({ min: 0, max: 1, noNaN: true }), (last, positions, part) => {
      const { buckets, first } = bucketsUpTo(last, positions);
      const containing = (at: number) => bucketsOf(at).filter((bucket) => buckets.includes(bucket)).length;
      expect(buckets.length).toBeLessThanOrEqual(16);
      expect(first).toBeLessThanOrEqual(last);
      for (const at of [first, last, Math.floor(first + (last - first) * part)])
        expect(containing(at)).toBe(1);
      if (first > 0) expect(containing(first - 1)).toBe(0);
    }),
  );
});

it("[PG33] a range is as large as requested and not many times larger, unless it takes too many buckets", () => {
  fc.assert(
    fc.property(position, sizes, (last, positions) => {
      const { buckets, first } = bucketsUpTo(last, positions);
      const size = last + 1 - first;
      if (buckets.length < 16 && first > 0) expect(size).toBeGreaterThanOrEqual(positions);
      expect(size).toBeLessThanOrEqual(2 ** 25 + 3 * positions);
    }),
  );
});
