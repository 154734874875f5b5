import type { Marks } from "./marks.ts";

/**
 * The rows of the outline, in order of arrival. A thought is told by its `seq`; before the thoughts of a branch stands a
 * heading, told by minus the `seq` of the thought that follows it. As a tree it has two levels: thoughts of the main line
 * and headings on the first, thoughts of branches below their headings.
 */
export interface OutlineRows {
  /** How many thoughts they are those of. */
  readonly count: number;
  /** The same for as long as rows are only added at the end. */
  readonly origin: object;
  readonly keys: Int32Array;
  /** The row of the heading that each row stands below, or -1 on the first level. */
  readonly heading: Int32Array;
  /** How many rows of the first level there are up to each row, itself included. */
  readonly order: Int32Array;
  /** The folded lanes that have their heading. */
  readonly begun: ReadonlySet<number>;
}

/**
 * The rows of the first thoughts of a session, without those in folded lanes: of these only the first heading stays.
 * They go on from those of fewer thoughts with the same lanes folded, where there are such.
 */
export function outlineRows(
  marks: Marks,
  count: number,
  folded: ReadonlySet<number>,
  before?: OutlineRows,
): OutlineRows {
  const { keys, heading, order, begun, origin } = before ?? noRows();
  const added = { keys: [] as number[], heading: [] as number[], order: [] as number[] };
  const hidden = new Set(begun);
  let above = heading.at(-1) ?? -1;
  let firstLevel = order.at(-1) ?? 0;
  let lane = laneOf(marks, keys.at(-1));
  const add = (key: number, below: number) => {
    if (below < 0) firstLevel++;
    added.keys.push(key);
    added.heading.push(below);
    added.order.push(firstLevel);
  };
  for (let seq = (before?.count ?? 0) + 1; seq <= count; seq++) {
    const own = marks.branch[seq - 1]!;
    const isHidden = folded.has(own);
    if (isHidden && hidden.has(own)) continue;
    if (own !== 0 && (own !== lane || isHidden)) {
      add(-seq, -1);
      above = keys.length + added.keys.length - 1;
    }
    if (isHidden) hidden.add(own);
    else add(seq, own === 0 ? -1 : above);
    lane = isHidden ? -1 : own;
  }
  return {
    count,
    origin,
    keys: joined(keys, added.keys),
    heading: joined(heading, added.heading),
    order: joined(order, added.order),
    begun: hidden,
  };
}

/** Where a row stands in the tree: its level, its place among the rows of the same parent, from 1, and how many there are. */
export function treePlace({ heading, order }: OutlineRows, row: number) {
  const above = heading[row]!;
  if (above < 0) return { level: 1, place: order[row]!, size: order.at(-1)! };
  return { level: 2, place: row - above, size: rowsUpTo(order, order[above]!) - above - 1 };
}

/** The row of a thought or heading, if it is there. */
export function rowOf({ keys }: OutlineRows, key: number): number | undefined {
  const row = rowsUpTo(keys, Math.abs(key)) - 1;
  // A heading stands right before its thought.
  if (keys[row] === key) return row;
  return keys[row - 1] === key ? row - 1 : undefined;
}

/** The row of a key, or of what stands for it: for a thought in a folded lane, the row before its place. */
export function rowFor(rows: OutlineRows, key: number): number {
  return rowOf(rows, key) ?? Math.max(0, rowsUpTo(rows.keys, Math.abs(key)) - 1);
}

const noRows = (): OutlineRows => {
  const none = new Int32Array();
  return { count: 0, origin: {}, keys: none, heading: none, order: none, begun: new Set() };
};

/** The lane of the thoughts that the last row shows; none after the heading of a folded lane. */
function laneOf({ branch }: Marks, lastKey = 0): number {
  if (lastKey < 0) return -1;
  return branch[lastKey - 1] ?? 0;
}

function joined(column: Int32Array, added: readonly number[]): Int32Array {
  const whole = new Int32Array(column.length + added.length);
  whole.set(column);
  whole.set(added, column.length);
  return whole;
}

/** How many rows there are up to a value, whatever its sign; the values grow from row to row. */
function rowsUpTo(column: Int32Array, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Math.abs(column[middle]!) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
