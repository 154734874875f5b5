import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outlineRows, rowFor, rowOf, treePosition } from "./outline-rows.ts";
import { anySession, entriesOf } from "./test-sessions.ts";

describe("rows of the outline", () => {
  test("[WB33] branches have headings where they start and where they continue", () => {
    const entries = entriesOf([{}, { branch: "a", fork: 1 }, { branch: "a" }, {}, { branch: "a" }]);
    const rows = outlineRows(entries, 5, new Set());
    expect([...rows.keys]).toEqual([1, -2, 2, 3, 4, -5, 5]);
    const places = [...rows.keys.keys()].map((row) => treePosition(rows, row));
    expect(places.map(({ level }) => level)).toEqual([1, 1, 2, 2, 1, 1, 2]);
    expect(places.map(({ position }) => position)).toEqual([1, 2, 1, 2, 3, 4, 1]);
    expect(places.map(({ size }) => size)).toEqual([4, 4, 2, 2, 4, 4, 1]);
  });

  test("[WB33] a folded branch keeps its first heading", () => {
    const entries = entriesOf([{}, { branch: "a", fork: 1 }, {}, { branch: "a" }, { branch: "b", fork: 1 }]);
    expect([...outlineRows(entries, 5, new Set([1])).keys]).toEqual([1, -2, 3, -5, 5]);
    const rows = outlineRows(entries, 5, new Set([1]));
    expect([1, 2, 3, 4].map((seq) => rowFor(rows, seq))).toEqual([0, 1, 2, 2]);
  });

  test("[WB31] every visible thought has one row, in order, and positions count up to the size", () => {
    fc.assert(
      fc.property(anySession, fc.uniqueArray(fc.integer({ min: 1, max: 4 })), (thoughts, folding) => {
        const entries = entriesOf(thoughts);
        const folded = new Set(folding);
        const all = outlineRows(entries, entries.length, folded);
        const { keys } = all;
        const shown = entries.branch.flatMap((lane, row) => (folded.has(lane) ? [] : [row + 1]));
        expect([...keys].filter((key) => key > 0)).toEqual(shown);
        const runs = new Map<number, number[]>();
        let parent = -1;
        keys.forEach((key, row) => {
          if (key < 0) parent = row;
          const of = treePosition(all, row).level === 1 ? -1 : parent;
          runs.set(of, [...(runs.get(of) ?? []), row]);
          expect(rowOf(all, key)).toBe(row);
        });
        for (const rows of runs.values())
          for (const [index, row] of rows.entries())
            expect(treePosition(all, row)).toMatchObject({ position: index + 1, size: rows.length });
      }),
    );
  });

  test("[WB43] rows extended with new thoughts equal the rows of the whole session", () => {
    const folds = fc.uniqueArray(fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(anySession, folds, fc.nat(40), fc.nat(40), (thoughts, folding, one, other) => {
        const entries = entriesOf(thoughts);
        const folded = new Set(folding);
        const cuts = [one, other].map((cut) => Math.min(cut, entries.length)).toSorted((a, b) => a - b);
        const first = outlineRows(entries, cuts[0]!, folded);
        const second = outlineRows(entries, cuts[1]!, folded, first);
        const whole = outlineRows(entries, entries.length, folded, second);
        expect(whole).toEqual(outlineRows(entries, entries.length, folded));
        expect(whole.origin).toBe(first.origin);
      }),
    );
  });
});
