import fc from "fast-check";
import { expect, test } from "vitest";
import { FLAGS } from "../../../../../src/http/api/schemas.ts";
import {
  countAt,
  FLAG,
  NO_ENTRIES,
  type OutlineEntries,
  withDescendants,
  withOutline,
} from "./outline-entries.ts";
import { anySession, entriesOf, outlineOf } from "./test-sessions.ts";

test("[WB30] the flags of an entry are those that the server sets", () => {
  expect(FLAG).toEqual(FLAGS);
});

test("[WB30] a session loaded in overlapping parts equals the session loaded at once", () => {
  fc.assert(
    fc.property(anySession, fc.nat(40), fc.nat(40), (thoughts, cut, back) => {
      const first = Math.min(cut, thoughts.length);
      const part = withOutline(NO_ENTRIES, outlineOf(thoughts.slice(0, first)));
      const whole = withOutline(part, outlineOf(thoughts, Math.max(0, first - back)));
      expect(whole).toEqual(entriesOf(thoughts));
      // Nothing changes if nothing is new.
      expect(withOutline(whole, outlineOf(thoughts))).toBe(whole);
    }),
  );
});

test("[WB43] appending leaves the earlier value unchanged, also when two values are made from it", () => {
  fc.assert(
    fc.property(anySession, anySession, anySession, (begin, one, other) => {
      const first = entriesOf(begin);
      const before = rowsOf(first);
      const ends = [one, other].map((more) =>
        withOutline(first, outlineOf([...begin, ...more], begin.length)),
      );
      expect(rowsOf(first)).toEqual(before);
      expect(ends.map(rowsOf)).toEqual([one, other].map((more) => rowsOf(entriesOf([...begin, ...more]))));
    }),
  );
});

/** The first `length` items of each column. */
function rowsOf({ length, branches, ...columns }: OutlineEntries) {
  const rows = Object.entries(columns).map(([name, column]) => [name, column.slice(0, length)]);
  return { length, branches, ...Object.fromEntries(rows) };
}

test("[WB30] thoughts that would leave a gap are ignored", () => {
  const thoughts = [{}, {}, {}, {}];
  expect(withOutline(entriesOf(thoughts.slice(0, 1)), outlineOf(thoughts, 2)).length).toBe(1);
});

test("[WB30] a thought with a new critique is replaced in place", () => {
  const entries = entriesOf([{}, {}, {}]);
  const { entries: columns, ...rest } = outlineOf([{}, { flags: FLAG.critique }, {}]);
  const only = Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, values.slice(1, 2)]),
  );
  const changed = withOutline(entries, { ...rest, entries: only as unknown as typeof columns });
  expect(changed.flags).toEqual([0, FLAG.critique, 0]);
  expect(changed.length).toBe(3);
});

test("[WB36] at a moment there are the thoughts that had arrived by then", () => {
  const entries = entriesOf([{ at: 10 }, { at: 20 }, { at: 15 }, { at: 30 }, { at: 30 }]);
  expect([0, 10, 16, 20, 29, 30, undefined].map((moment) => countAt(entries, moment))).toEqual([
    0, 1, 1, 3, 3, 5, 5,
  ]);
});

test("[WB33] the descendants of a branch are all branches that fork from it, at any depth", () => {
  const entries = entriesOf([
    {},
    { branch: "a", fork: 1 },
    { branch: "b", fork: 2 },
    { branch: "c", fork: 3 },
    { branch: "d", fork: 1 },
  ]);
  const names = (lane: number) =>
    [...withDescendants(entries, new Set([lane]))].map((one) => entries.branches[one]);
  expect(names(entries.branches.indexOf("a"))).toEqual(["a", "b", "c"]);
  expect(names(entries.branches.indexOf("d"))).toEqual(["d"]);
});
