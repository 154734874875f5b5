import fc from "fast-check";
import { expect, test } from "vitest";
import { FLAGS } from "../../../../../src/http/api/schemas.ts";
import { anySession, marksOf, outlineOf } from "./any-session.ts";
import { FLAG, lanesBelow, type Marks, NO_MARKS, standingAt, withOutline } from "./marks.ts";

test("[WB30] the bits of a mark are those that the server sets", () => {
  expect(FLAG).toEqual(FLAGS);
});

test("[WB30] a session that came in parts is the one that came as a whole, whatever came twice", () => {
  fc.assert(
    fc.property(anySession, fc.nat(40), fc.nat(40), (thoughts, cut, back) => {
      const first = Math.min(cut, thoughts.length);
      const part = withOutline(NO_MARKS, outlineOf(thoughts.slice(0, first)));
      const whole = withOutline(part, outlineOf(thoughts, Math.max(0, first - back)));
      expect(whole).toEqual(marksOf(thoughts));
      // Nobody is told of what they know.
      expect(withOutline(whole, outlineOf(thoughts))).toBe(whole);
    }),
  );
});

test("[WB43] thoughts that are added leave what was there as it was, and two may go on from the same", () => {
  fc.assert(
    fc.property(anySession, anySession, anySession, (begin, one, other) => {
      const first = marksOf(begin);
      const before = rowsOf(first);
      const ends = [one, other].map((more) =>
        withOutline(first, outlineOf([...begin, ...more], begin.length)),
      );
      expect(rowsOf(first)).toEqual(before);
      expect(ends.map(rowsOf)).toEqual([one, other].map((more) => rowsOf(marksOf([...begin, ...more]))));
    }),
  );
});

/** The rows of marks, and no further. */
function rowsOf({ length, branches, ...columns }: Marks) {
  const rows = Object.entries(columns).map(([name, column]) => [name, column.slice(0, length)]);
  return { length, branches, ...Object.fromEntries(rows) };
}

test("[WB30] what would leave a gap is left out", () => {
  const thoughts = [{}, {}, {}, {}];
  expect(withOutline(marksOf(thoughts.slice(0, 1)), outlineOf(thoughts, 2)).length).toBe(1);
});

test("[WB30] a thought that got a critique is replaced where it stands", () => {
  const marks = marksOf([{}, {}, {}]);
  const { entries: columns, ...rest } = outlineOf([{}, { flags: FLAG.critique }, {}]);
  const only = Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, values.slice(1, 2)]),
  );
  const changed = withOutline(marks, { ...rest, entries: only as unknown as typeof columns });
  expect(changed.flags).toEqual([0, FLAG.critique, 0]);
  expect(changed.length).toBe(3);
});

test("[WB36] at a moment there is what had come by then, in order of arrival", () => {
  const marks = marksOf([{ at: 10 }, { at: 20 }, { at: 15 }, { at: 30 }, { at: 30 }]);
  expect([0, 10, 16, 20, 29, 30, undefined].map((moment) => standingAt(marks, moment))).toEqual([
    0, 1, 1, 3, 3, 5, 5,
  ]);
});

test("[WB33] what is below a lane is every lane that forked from it, at any depth", () => {
  const marks = marksOf([
    {},
    { branch: "a", fork: 1 },
    { branch: "b", fork: 2 },
    { branch: "c", fork: 3 },
    { branch: "d", fork: 1 },
  ]);
  const names = (lane: number) => [...lanesBelow(marks, new Set([lane]))].map((one) => marks.branches[one]);
  expect(names(marks.branches.indexOf("a"))).toEqual(["a", "b", "c"]);
  expect(names(marks.branches.indexOf("d"))).toEqual(["d"]);
});
