import { MOST_FOLDS } from "../../../route.ts";
import { lanesBelow, type Marks } from "./marks.ts";

/** A folded lane stands in the address by the `seq` of its first thought, which is the same for every reader. */
export type Folds = readonly number[];

/** The lanes that are folded; what is not loaded yet is left out. */
export function foldedLanes(marks: Marks, folds: Folds): readonly number[] {
  return folds.flatMap((seq) => marks.branch[seq - 1] ?? []);
}

/** After a lane was folded or unfolded. Of too many the first are unfolded. */
export function withFold(marks: Marks, folds: Folds, lane: number): Folds {
  const others = folds.filter((seq) => marks.branch[seq - 1] !== lane);
  if (others.length < folds.length) return others;
  return [...folds, marks.branch.indexOf(lane) + 1].slice(-MOST_FOLDS);
}

/** What stays folded where a thought is to be seen. */
export function foldsShowing(marks: Marks, folds: Folds, seq: number): Folds {
  const lane = marks.branch[seq - 1];
  if (lane === undefined) return folds;
  return folds.filter((fold) => {
    const folded = marks.branch[fold - 1];
    return folded === undefined || !lanesBelow(marks, new Set([folded])).has(lane);
  });
}
