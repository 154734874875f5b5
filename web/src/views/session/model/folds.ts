import { MOST_FOLDS } from "../../../input/route.ts";
import type { Marks } from "./marks.ts";

/** A folded lane stands in the address by the `seq` of its first thought, which is the same for every reader. */
export type Folds = readonly number[];

/** The lanes that are folded; what is not loaded yet is left out, and so is the main one: it has no heading to unfold it by. */
export function foldedLanes(marks: Marks, folds: Folds): readonly number[] {
  return folds.flatMap((seq) => marks.branch[seq - 1] || []);
}

/** After a lane was folded or unfolded. Of too many the first are unfolded. */
export function withFold(marks: Marks, folds: Folds, lane: number): Folds {
  const others = folds.filter((seq) => marks.branch[seq - 1] !== lane);
  if (others.length < folds.length) return others;
  return [...folds, marks.branch.indexOf(lane) + 1].slice(-MOST_FOLDS);
}

/** What stays folded where a thought is to be seen. */
export function foldsShowing(marks: Marks, folds: Folds, seq: number): Folds {
  if (folds.length === 0) return folds;
  const above = new Set<number | undefined>();
  for (let at = seq; at > 0; ) {
    const lane = marks.branch[at - 1];
    if (lane === undefined || lane === 0) break;
    above.add(lane);
    at = marks.parent[marks.branch.indexOf(lane)]!;
  }
  return folds.filter((fold) => !above.has(marks.branch[fold - 1]));
}
