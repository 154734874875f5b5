import fc from "fast-check";
import { expect, test } from "vitest";
import { createHeights, type Heights, largestEstimate } from "./heights.ts";
import { windowPieces } from "./window-pieces.ts";

function heightsOf(count: number, heightOf: (row: number) => number): Heights {
  const heights = createHeights();
  heights.grow(count, heightOf);
  return heights;
}

test("[WB31] rows start where the previous ones end, and are found by position", () => {
  const height = fc.integer({ min: 1, max: 500 });
  const changes = fc.array(fc.tuple(fc.nat(99), height), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(height, { minLength: 1, maxLength: 100 }), changes, (given, changing) => {
      const plain = [...given];
      const heights = heightsOf(plain.length, (row) => plain[row]!);
      for (const [row, changed] of changing) {
        if (row >= plain.length) continue;
        plain[row] = changed;
        heights.set(row, changed);
      }
      let sum = 0;
      plain.forEach((own, row) => {
        expect([heights.before(row), heights.of(row)]).toEqual([sum, own]);
        expect(heights.at(sum)).toBe(row);
        expect(heights.at(sum + own - 1)).toBe(row);
        sum += own;
      });
      expect(heights.total).toBe(sum);
      expect([heights.at(-5), heights.at(sum + 5)]).toEqual([0, plain.length - 1]);
    }),
  );
  expect([createHeights().total, createHeights().at(5)]).toEqual([0, 0]);
});

test("[WB31] rendered rows and gaps are as tall as the list", () => {
  const number = fc.integer({ min: -3, max: 40 });
  fc.assert(
    fc.property(fc.nat(30), number, number, number, (count, from, to, pinned) => {
      const heights = heightsOf(count, (row) => 10 + row);
      const pieces = windowPieces(heights, [from, to], pinned);
      const rows = pieces.flatMap((piece) => ("row" in piece ? [piece.row] : []));
      const tall = pieces.map((piece) => ("row" in piece ? heights.of(piece.row) : piece.height));
      expect(tall.reduce((sum, height) => sum + height, 0)).toBe(heights.total);
      expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => one - other));
      if (pinned >= 0 && pinned < count) expect(rows).toContain(pinned);
    }),
  );
});

test("[WB43] appended rows have the positions of a list built at once", () => {
  const height = fc.integer({ min: 1, max: 500 });
  fc.assert(
    fc.property(
      fc.array(height, { maxLength: 60 }),
      fc.nat(60),
      fc.nat(60),
      height,
      (given, cut, row, changed) => {
        const first = Math.min(cut, given.length);
        const grown = heightsOf(first, (one) => given[one]!);
        const plain = row < first ? given.with(row, changed) : given;
        if (row < first) grown.set(row, changed);
        grown.grow(given.length, (one) => given[one]!);
        const whole = heightsOf(plain.length, (one) => plain[one]!);
        expect([grown.count, grown.total]).toEqual([whole.count, whole.total]);
        for (let one = 0; one <= plain.length; one++) expect(grown.before(one)).toBe(whole.before(one));
      },
    ),
  );
});

test("[WB40] a new row rarely changes the estimates of others, and all rows fit on a page", () => {
  const estimates = [70_000, 100_000, 100_001, 131_072].map(largestEstimate);
  expect(new Set(estimates).size).toBe(1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (count) => {
      expect(largestEstimate(count) * count).toBeLessThanOrEqual(12_000_000);
      expect(largestEstimate(count)).toBeGreaterThan(largestEstimate(1) / (2 * count));
    }),
  );
});
