import { expect, test } from "vitest";
import { MOST_FOLDS } from "../../../input/route.ts";
import { marksOf } from "./any-session.ts";
import { foldedLanes, foldsShowing, withFold } from "./folds.ts";

/** The main line, a branch of it, a branch of that, and another branch. */
const marks = marksOf([
  {},
  { branch: "a", fork: 1 },
  { branch: "b", fork: 2 },
  {},
  { branch: "c", fork: 1 },
  { branch: "a" },
]);

test("[WB33] a lane is folded by its first thought, and unfolded by any", () => {
  const lane = marks.branch[5]!;
  expect(withFold(marks, [], lane)).toEqual([2]);
  expect(withFold(marks, [5, 2], lane)).toEqual([5]);
  expect(withFold(marks, [6], lane)).toEqual([]);
  expect(foldedLanes(marks, [2, 99])).toEqual([lane]);
  expect(foldedLanes(marks, [1, 4])).toEqual([]);
});

test("[WB33] a thought that is to be seen unfolds what it lies in, and nothing else", () => {
  expect(foldsShowing(marks, [2, 3, 5], 3)).toEqual([5]);
  expect(foldsShowing(marks, [2, 3, 5], 6)).toEqual([3, 5]);
  expect(foldsShowing(marks, [2, 99], 1)).toEqual([2, 99]);
  expect(foldsShowing(marks, [2], 99)).toEqual([2]);
});

test("[WB33] no more lanes are folded than the address takes", () => {
  const many = marksOf(Array.from({ length: MOST_FOLDS + 3 }, (_, at) => ({ branch: `b${at}`, fork: 1 })));
  let folds: readonly number[] = [];
  for (const lane of many.branch) folds = withFold(many, folds, lane);
  expect(folds).toHaveLength(MOST_FOLDS);
  expect(folds.at(-1)).toBe(MOST_FOLDS + 3);
});
