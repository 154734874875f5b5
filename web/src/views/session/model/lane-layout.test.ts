import fc from "fast-check";
import { expect, test } from "vitest";
import { anySession, marksOf } from "./any-session.ts";
import { columnOf, gapLanes, layLanes, reachesFork, rowLanes } from "./lane-layout.ts";

const nothingFolded = () => false;

test("[WB32] every row joins the rows around it: what leaves one below comes into the next above", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const marks = marksOf(thoughts);
      const lanes = layLanes(marks);
      for (let seq = 1; seq < marks.length; seq++) {
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

test("[WB32] a thought stands on the line of its own lane", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const marks = marksOf(thoughts);
      const lanes = layLanes(marks);
      for (let seq = 1; seq <= marks.length; seq++) {
        const own = rowLanes(lanes, seq, nothingFolded).strokes.find(
          ({ column }) => column === columnOf(lanes, seq),
        );
        expect(own?.branch).toBe(marks.branch[seq - 1]);
      }
    }),
  );
});

test("[WB33] the line of a folded lane ends at its heading", () => {
  const marks = marksOf([{}, { branch: "a", fork: 1 }, {}, { branch: "a" }, {}]);
  const lanes = layLanes(marks);
  const folded = (branch: number) => branch === 1;
  const columns = (seq: number) => rowLanes(lanes, seq, folded).strokes.map(({ column }) => column);
  expect([1, 3, 5].map(columns)).toEqual([[0], [0], [0]]);
  expect(rowLanes(lanes, 1, folded).bends).toEqual([{ branch: 1, from: 0, to: 1 }]);
  expect(gapLanes(lanes, 2, folded).find(({ branch }) => branch === 1)).toMatchObject({
    above: true,
    below: false,
  });
});

test("[WB32] a fork too far back is not drawn to, and its lane begins by itself", () => {
  const marks = marksOf([...Array.from({ length: 60 }, () => ({})), { branch: "late", fork: 2 }]);
  const lanes = layLanes(marks);
  const late = lanes.byBranch.get(1)!;
  expect(reachesFork(late)).toBe(false);
  expect(rowLanes(lanes, 2, nothingFolded).bends).toEqual([]);
  expect(rowLanes(lanes, late.from, nothingFolded).strokes.find(({ branch }) => branch === 1)?.above).toBe(
    false,
  );
});

test("[WB43] lanes that thoughts were added to are drawn as those of the whole session", () => {
  fc.assert(
    fc.property(anySession, fc.nat(40), (thoughts, cut) => {
      const marks = marksOf(thoughts);
      const part = layLanes(marks, Math.min(cut, marks.length));
      expect(layLanes(marks, marks.length, part)).toEqual(layLanes(marks));
    }),
  );
});
