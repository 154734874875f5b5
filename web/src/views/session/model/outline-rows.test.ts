import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anySession, marksOf } from "./any-session.ts";
import { outlineRows, rowFor } from "./outline-rows.ts";

describe("rows of the outline", () => {
  test("[WB33] branches have headings where they begin and where they go on", () => {
    const marks = marksOf([{}, { branch: "a", fork: 1 }, { branch: "a" }, {}, { branch: "a" }]);
    const { keys, level, place, size } = outlineRows(marks, 5, new Set());
    expect([...keys]).toEqual([1, -2, 2, 3, 4, -5, 5]);
    expect([...level]).toEqual([1, 1, 2, 2, 1, 1, 2]);
    expect([...place]).toEqual([1, 2, 1, 2, 3, 4, 1]);
    expect([...size]).toEqual([4, 4, 2, 2, 4, 4, 1]);
  });

  test("[WB33] of a folded branch the first heading stays", () => {
    const marks = marksOf([{}, { branch: "a", fork: 1 }, {}, { branch: "a" }, { branch: "b", fork: 1 }]);
    expect([...outlineRows(marks, 5, new Set([1])).keys]).toEqual([1, -2, 3, -5, 5]);
    const rows = outlineRows(marks, 5, new Set([1]));
    expect([1, 2, 3, 4].map((seq) => rowFor(rows, seq))).toEqual([0, 1, 2, 2]);
  });

  test("[WB31] every thought that is not folded has one row, in order; places count up to the size", () => {
    fc.assert(
      fc.property(anySession, fc.uniqueArray(fc.integer({ min: 1, max: 4 })), (thoughts, folding) => {
        const marks = marksOf(thoughts);
        const folded = new Set(folding);
        const { keys, level, place, size, rowOf } = outlineRows(marks, marks.length, folded);
        const shown = marks.branch.flatMap((lane, row) => (folded.has(lane) ? [] : [row + 1]));
        expect([...keys].filter((key) => key > 0)).toEqual(shown);
        const runs = new Map<number, number[]>();
        let parent = -1;
        keys.forEach((key, row) => {
          if (key < 0) parent = row;
          const of = level[row] === 1 ? -1 : parent;
          runs.set(of, [...(runs.get(of) ?? []), row]);
          expect(rowOf.get(key)).toBe(row);
        });
        for (const rows of runs.values())
          for (const [index, row] of rows.entries())
            expect([place[row], size[row]]).toEqual([index + 1, rows.length]);
      }),
    );
  });
});
