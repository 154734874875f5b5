import { expect, test } from "vitest";
import { MOST_FOLDS } from "../../../input/route.ts";
import { foldedBranches, foldsShowing, withFold } from "./folds.ts";
import { entriesOf } from "./test-sessions.ts";

/** Main, a branch of it, a branch of that, and another branch. */
const entries = entriesOf([
  {},
  { branch: "a", fork: 1 },
  { branch: "b", fork: 2 },
  {},
  { branch: "c", fork: 1 },
  { branch: "a" },
]);

test("[WB33] a branch is folded by its first thought and unfolded by any", () => {
  const lane = entries.branch[5]!;
  expect(withFold(entries, [], lane)).toEqual([2]);
  expect(withFold(entries, [5, 2], lane)).toEqual([5]);
  expect(withFold(entries, [6], lane)).toEqual([]);
  expect(foldedBranches(entries, [2, 99])).toEqual([lane]);
  expect(foldedBranches(entries, [1, 4])).toEqual([]);
});

test("[WB33] showing a thought unfolds only the branches it is in", () => {
  expect(foldsShowing(entries, [2, 3, 5], 3)).toEqual([5]);
  expect(foldsShowing(entries, [2, 3, 5], 6)).toEqual([3, 5]);
  expect(foldsShowing(entries, [2, 99], 1)).toEqual([2, 99]);
  expect(foldsShowing(entries, [2], 99)).toEqual([2]);
});

test("[WB33] the number of folded branches is limited to what fits in an address", () => {
  const many = entriesOf(Array.from({ length: MOST_FOLDS + 3 }, (_, at) => ({ branch: `b${at}`, fork: 1 })));
  let folds: readonly number[] = [];
  for (const lane of many.branch) folds = withFold(many, folds, lane);
  expect(folds).toHaveLength(MOST_FOLDS);
  expect(folds.at(-1)).toBe(MOST_FOLDS + 3);
});
