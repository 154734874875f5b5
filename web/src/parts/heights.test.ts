import fc from "fast-check";
import { expect, test } from "vitest";
import { createHeights } from "./heights.ts";
import { windowPieces } from "./window-pieces.ts";

test("[WB31] rows of any heights begin where the ones before them end, and are found there", () => {
  const height = fc.integer({ min: 1, max: 500 });
  const changes = fc.array(fc.tuple(fc.nat(99), height), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(height, { minLength: 1, maxLength: 100 }), changes, (given, changing) => {
      const plain = [...given];
      const heights = createHeights(plain.length, (row) => plain[row]!);
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
  expect(createHeights(0, () => 1).total).toBe(0);
});

test("[WB31] what is there of a list, with the room of what is not, is as tall as the list", () => {
  const number = fc.integer({ min: -3, max: 40 });
  fc.assert(
    fc.property(fc.nat(30), number, number, number, (count, from, to, pinned) => {
      const heights = createHeights(count, (row) => 10 + row);
      const pieces = windowPieces(heights, [from, to], pinned);
      const rows = pieces.flatMap((piece) => ("row" in piece ? [piece.row] : []));
      const tall = pieces.map((piece) => ("row" in piece ? heights.of(piece.row) : piece.height));
      expect(tall.reduce((sum, height) => sum + height, 0)).toBe(heights.total);
      expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => one - other));
      if (pinned >= 0 && pinned < count) expect(rows).toContain(pinned);
    }),
  );
});
