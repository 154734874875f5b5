import type { Marks } from "./marks.ts";

/**
 * The rows of the outline, in order of arrival. A thought is told by its `seq`; before the thoughts of a branch stands a
 * heading, told by minus the `seq` of the thought that follows it. As a tree it has two levels: thoughts of the main line
 * and headings on the first, thoughts of branches below their headings.
 */
export interface OutlineRows {
  readonly keys: Int32Array;
  /** 1 or 2. */
  readonly level: Uint8Array;
  /** Place among the rows of the same parent, from 1, and how many there are. */
  readonly place: Int32Array;
  readonly size: Int32Array;
  /** The row of a thought or heading by its key. */
  readonly rowOf: ReadonlyMap<number, number>;
}

/** The rows of the first thoughts of a session, without those in folded lanes: of these only the first heading stays. */
export function outlineRows(marks: Marks, count: number, folded: ReadonlySet<number>): OutlineRows {
  const keys: number[] = [];
  const level: number[] = [];
  const place: number[] = [];
  const parents: number[] = [];
  const sizes: number[] = [];
  const begun = new Set<number>();
  let firstLevel = 0;
  let heading = -1;
  let lane = 0;
  const add = (key: number, at: 1 | 2) => {
    if (at === 1) firstLevel++;
    else sizes[heading]!++;
    parents.push(at === 1 ? -1 : heading);
    keys.push(key);
    level.push(at);
    place.push(at === 1 ? firstLevel : sizes[heading]!);
    sizes.push(0);
  };
  for (let seq = 1; seq <= count; seq++) {
    const own = marks.branch[seq - 1]!;
    const isHidden = folded.has(own);
    if (isHidden && begun.has(own)) continue;
    if (own !== 0 && (own !== lane || isHidden)) {
      add(-seq, 1);
      heading = keys.length - 1;
    }
    begun.add(own);
    lane = isHidden ? -1 : own;
    if (!isHidden) add(seq, own === 0 ? 1 : 2);
  }
  return {
    keys: Int32Array.from(keys),
    level: Uint8Array.from(level),
    place: Int32Array.from(place),
    size: Int32Array.from(parents, (parent) => (parent < 0 ? firstLevel : sizes[parent]!)),
    rowOf: new Map(keys.map((key, row) => [key, row])),
  };
}

/** The row of a key, or of what stands for it: for a thought in a folded lane, the row before its place. */
export function rowFor({ keys, rowOf }: OutlineRows, key: number): number {
  const known = rowOf.get(key);
  if (known !== undefined) return known;
  const seq = Math.abs(key);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Math.abs(keys[middle]!) <= seq) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
