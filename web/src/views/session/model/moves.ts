import type { OutlineEntries } from "./outline-entries.ts";

/** The target of a keyboard move from a thought, or `undefined`. */
export type Move = (entries: OutlineEntries, seq: number, count: number) => number | undefined;

/** The next thought of the same branch. */
export const nextInBranch: Move = ({ branch }, seq, count) => {
  for (let other = seq + 1; other <= count; other++) if (branch[other - 1] === branch[seq - 1]) return other;
  return undefined;
};

/** The previous thought of the branch, or the fork. */
export const parentOf: Move = ({ parent }, seq) => parent[seq - 1] || undefined;

/** The thought that the branch forks from. */
export const forkOf: Move = ({ branch, parent }, seq) => {
  const own = branch[seq - 1];
  if (own === undefined || own === 0) return undefined;
  return parent[branch.indexOf(own)] || undefined;
};

/** The next branch of the nearest fork, cyclically. */
export const nextSibling: Move = (entries, seq, count) => sibling(entries, seq, count, 1);

/** The previous branch of the nearest fork, cyclically. */
export const previousSibling: Move = (entries, seq, count) => sibling(entries, seq, count, -1);

function sibling(entries: OutlineEntries, seq: number, count: number, step: 1 | -1): number | undefined {
  const children = childrenOf(entries, count);
  // The nearest fork above the thought.
  for (let child = seq; child > 0; child = entries.parent[child - 1]!) {
    const siblings = children.get(entries.parent[child - 1]!);
    if (siblings && siblings.length > 1 && entries.parent[child - 1] !== 0)
      return cycle(siblings, siblings.indexOf(child), step);
  }
  // Otherwise the first fork below it in its branch.
  for (let next: number | undefined = seq; next !== undefined; next = nextInBranch(entries, next, count)) {
    const siblings = children.get(next);
    if (siblings && siblings.length > 1) return step === 1 ? siblings[1] : siblings.at(-1);
  }
  return undefined;
}

/** The children of each thought, in order of arrival. */
function childrenOf({ parent }: OutlineEntries, count: number): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (let seq = 1; seq <= count; seq++) {
    const key = parent[seq - 1]!;
    const known = children.get(key);
    if (known) known.push(seq);
    else children.set(key, [seq]);
  }
  return children;
}

function cycle<T>(list: readonly T[], index: number, step: number): T | undefined {
  return list[(index + step + list.length) % list.length];
}
