import { MOST_FOLDS } from "../../../input/route.ts";
import type { OutlineEntries } from "./outline-entries.ts";

/** Folded branches in an address, each by the `seq` of its first thought. */
export type Folds = readonly number[];

/** The folded branches, without main, which has no heading to unfold it, and without those that are not loaded yet. */
export function foldedBranches(entries: OutlineEntries, folds: Folds): readonly number[] {
  return folds.flatMap((seq) => entries.branch[seq - 1] || []);
}

/** Folds or unfolds a branch. Beyond the limit, the branch folded first is unfolded. */
export function withFold(entries: OutlineEntries, folds: Folds, branch: number): Folds {
  const others = folds.filter((seq) => entries.branch[seq - 1] !== branch);
  if (others.length < folds.length) return others;
  return [...folds, entries.branch.indexOf(branch) + 1].slice(-MOST_FOLDS);
}

/** Unfolds the branches that hide a thought. */
export function foldsShowing(entries: OutlineEntries, folds: Folds, seq: number): Folds {
  if (folds.length === 0) return folds;
  const above = new Set<number | undefined>();
  for (let current = seq; current > 0; ) {
    const branch = entries.branch[current - 1];
    if (branch === undefined || branch === 0) break;
    above.add(branch);
    current = entries.parent[entries.branch.indexOf(branch)]!;
  }
  return folds.filter((fold) => !above.has(entries.branch[fold - 1]));
}
