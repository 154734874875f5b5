import { diff } from "../../../text/diff.ts";
import type { OutlineEntries } from "./outline-entries.ts";

/** The thoughts from the first of the session, through forks, to the last of a branch. */
export function chainOf(entries: OutlineEntries, branch: string): readonly number[] {
  const index = entries.branches.indexOf(branch);
  const chain: number[] = [];
  let seq = index < 0 ? 0 : entries.branch.lastIndexOf(index, entries.length - 1) + 1;
  while (seq > 0) {
    chain.push(seq);
    seq = entries.parent[seq - 1]!;
  }
  return chain.reverse();
}

/** A row of a comparison; a shared thought is on both sides. */
export interface Pair {
  readonly left?: number;
  readonly right?: number;
  readonly isShared: boolean;
}

export interface Comparison {
  /** The number of shared rows at the start. */
  readonly beginning: number;
  readonly pairs: readonly Pair[];
}

/** Aligns two chains. Thoughts with equal keys are shared; thoughts of one side only are placed opposite each other. */
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
    for (let row = 0; row < Math.max(only.left.length, only.right.length); row++)
      pairs.push({ left: only.left[row], right: only.right[row], isShared: false });
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
