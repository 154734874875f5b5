import type { Marks } from "./marks.ts";

/** Where keys lead from a thought. A move that leads nowhere gives `undefined`. */
export type Move = (marks: Marks, seq: number, count: number) => number | undefined;

/** The thought after it in its lane. */
export const nextInLane: Move = ({ branch }, seq, count) => {
  for (let other = seq + 1; other <= count; other++) if (branch[other - 1] === branch[seq - 1]) return other;
  return undefined;
};

/** The thought that it hangs on: the one before it in its lane, or the fork. */
export const parentOf: Move = ({ parent }, seq) => parent[seq - 1] || undefined;

/** The thought that its lane forked from. */
export const forkOf: Move = ({ branch, parent }, seq) => {
  const lane = branch[seq - 1];
  if (lane === undefined || lane === 0) return undefined;
  return parent[branch.indexOf(lane)] || undefined;
};

/** The same step in the next branch of the nearest fork; after the last comes the first. */
export const nextSibling: Move = (marks, seq, count) => sibling(marks, seq, count, 1);

/** The same step in the branch before. */
export const previousSibling: Move = (marks, seq, count) => sibling(marks, seq, count, -1);

function sibling(marks: Marks, seq: number, count: number, step: 1 | -1): number | undefined {
  const children = childrenOf(marks, count);
  // Back along the way to the thought: the first fork on it has branches beside this one.
  for (let child = seq; child > 0; child = marks.parent[child - 1]!) {
    const ways = children.get(marks.parent[child - 1]!);
    if (ways && ways.length > 1 && marks.parent[child - 1] !== 0)
      return around(ways, ways.indexOf(child), step);
  }
  // There is none before it: the first one after it in its lane.
  for (let next: number | undefined = seq; next !== undefined; next = nextInLane(marks, next, count)) {
    const ways = children.get(next);
    if (ways && ways.length > 1) return step === 1 ? ways[1] : ways.at(-1);
  }
  return undefined;
}

/** The thoughts that hang on each thought, in order of arrival. */
function childrenOf({ parent }: Marks, count: number): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (let seq = 1; seq <= count; seq++) {
    const of = parent[seq - 1]!;
    const known = children.get(of);
    if (known) known.push(seq);
    else children.set(of, [seq]);
  }
  return children;
}

function around<T>(list: readonly T[], index: number, step: number): T | undefined {
  return list[(index + step + list.length) % list.length];
}
