import fc from "fast-check";
import { expect, test } from "vitest";
import { columnOf, gapLanes, layLanes, reachesFork, rowLanes } from "./lane-layout.ts";
import { anySession, entriesOf } from "./test-sessions.ts";

const nothingFolded = () => false;

test("[WB32] lines that leave a row at the bottom enter the next row at the top", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const entries = entriesOf(thoughts);
      const lanes = layLanes(entries);
      for (let seq = 1; seq < entries.length; seq++) {
        const here = rowLanes(lanes, seq, nothingFolded);
        const next = rowLanes(lanes, seq + 1, nothingFolded);
        const leaving = [
          ...here.strokes.filter(({ below }) => below).map(({ column }) => column),
          ...here.bends.map(({ to }) => to),
        ];
        const coming = next.strokes.filter(({ above }) => above).map(({ column }) => column);
        const between = gapLanes(lanes, seq + 1, nothingFolded).filter(({ above }) => above);
        expect(leaving.toSorted()).toEqual(coming.toSorted());
        expect(between.map(({ column }) => column).toSorted()).toEqual(coming.toSorted());
      }
    }),
  );
});

test("[WB32] a thought is on the line of its own lane", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const entries = entriesOf(thoughts);
      const lanes = layLanes(entries);
      for (let seq = 1; seq <= entries.length; seq++) {
        const own = rowLanes(lanes, seq, nothingFolded).strokes.find(
          ({ column }) => column === columnOf(lanes, seq),
        );
        expect(own?.branch).toBe(entries.branch[seq - 1]);
      }
    }),
  );
});

test("[WB33] the line of a folded branch ends at its heading", () => {
  const entries = entriesOf([{}, { branch: "a", fork: 1 }, {}, { branch: "a" }, {}]);
  const lanes = layLanes(entries);
  const folded = (branch: number) => branch === 1;
  const columns = (seq: number) => rowLanes(lanes, seq, folded).strokes.map(({ column }) => column);
  expect([1, 3, 5].map(columns)).toEqual([[0], [0], [0]]);
  expect(rowLanes(lanes, 1, folded).bends).toEqual([{ branch: 1, from: 0, to: 1 }]);
  expect(gapLanes(lanes, 2, folded).find(({ branch }) => branch === 1)).toMatchObject({
    above: true,
    below: false,
  });
});

test("[WB32] a lane whose fork is too far back starts without a line to it", () => {
  const entries = entriesOf([...Array.from({ length: 60 }, () => ({})), { branch: "late", fork: 2 }]);
  const lanes = layLanes(entries);
  const late = lanes.byBranch.get(1)!;
  expect(reachesFork(late)).toBe(false);
  expect(rowLanes(lanes, 2, nothingFolded).bends).toEqual([]);
  expect(rowLanes(lanes, late.from, nothingFolded).strokes.find(({ branch }) => branch === 1)?.above).toBe(
    false,
  );
});

test("[WB43] lanes extended with new thoughts equal the lanes of the whole session", () => {
  fc.assert(
    fc.property(anySession, fc.nat(40), (thoughts, cut) => {
      const entries = entriesOf(thoughts);
      const part = layLanes(entries, Math.min(cut, entries.length));
      expect(layLanes(entries, entries.length, part)).toEqual(layLanes(entries));
    }),
  );
});
