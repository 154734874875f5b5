import { diff } from "../../../text/diff.ts";
import type { Marks } from "./marks.ts";

/** The way to the end of a lane: from the first thought of all, through its forks, to its last thought. */
export function chainOf(marks: Marks, branch: string): readonly number[] {
  const lane = marks.branches.indexOf(branch);
  const chain: number[] = [];
  let seq = lane < 0 ? 0 : marks.branch.lastIndexOf(lane, marks.length - 1) + 1;
  while (seq > 0) {
    chain.push(seq);
    seq = marks.parent[seq - 1]!;
  }
  return chain.reverse();
}

/** A line of two ways side by side; what both have stands in both. */
export interface Pair {
  readonly left?: number;
  readonly right?: number;
  readonly isShared: boolean;
}

/** Two ways side by side. */
export interface Comparison {
  /** How many lines from the first on both have. */
  readonly beginning: number;
  readonly pairs: readonly Pair[];
}

/**
 * Puts two ways side by side. Thoughts are the same when their keys are: their `seq` within one session, their contents
 * between two. What only one has stands beside what only the other has.
 */
export function compareChains(
  left: readonly number[],
  right: readonly number[],
  keyOfLeft: (seq: number) => string,
  keyOfRight: (seq: number) => string,
): Comparison {
  const pairs: Pair[] = [];
  let [l, r] = [0, 0];
  let only: { left: number[]; right: number[] } = { left: [], right: [] };
  const flush = () => {
    for (let row = 0; row < Math.max(only.left.length, only.right.length); row++) {
      const [one, other] = [only.left[row], only.right[row]];
      pairs.push({
        ...(one !== undefined && { left: one }),
        ...(other !== undefined && { right: other }),
        isShared: false,
      });
    }
    only = { left: [], right: [] };
  };
  for (const { kind, parts } of diff(left.map(keyOfLeft), right.map(keyOfRight))) {
    if (kind === "kept") flush();
    for (const _ of parts)
      if (kind === "kept") pairs.push({ left: left[l++]!, right: right[r++]!, isShared: true });
      else if (kind === "removed") only.left.push(left[l++]!);
      else only.right.push(right[r++]!);
  }
  flush();
  const different = pairs.findIndex(({ isShared }) => !isShared);
  return { beginning: different < 0 ? pairs.length : different, pairs };
}
