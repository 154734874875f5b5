import type { OutlineEntries } from "./outline-entries.ts";

/**
 * The rows of the outline, in order of arrival. The key of a thought is its `seq`; the key of the heading of a branch is
 * minus the `seq` of the thought below it. As a tree it has two levels: thoughts of main and headings on the first,
 * thoughts of branches below their headings.
 */
export interface OutlineRows {
  /** The number of thoughts covered. */
  readonly count: number;
  /** Stays the same object while rows are only appended. */
  readonly origin: object;
  readonly keys: Int32Array;
  /** The row of each row's heading, or -1 on the first level. */
  readonly heading: Int32Array;
  /** The number of first-level rows up to and including each row. */
  readonly order: Int32Array;
  /** Folded branches whose heading is already there. */
  readonly begun: ReadonlySet<number>;
}

/**
 * The rows of the first `count` thoughts. Of a folded branch only the first heading is kept. `before` are the rows of
 * fewer thoughts with the same folds, to append to.
 */
export function outlineRows(
  entries: OutlineEntries,
  count: number,
  folded: ReadonlySet<number>,
  before?: OutlineRows,
): OutlineRows {
  const { keys, heading, order, begun, origin } = before ?? noRows();
  const added = { keys: [] as number[], heading: [] as number[], order: [] as number[] };
  const hidden = new Set(begun);
  let above = heading.at(-1) ?? -1;
  let firstLevel = order.at(-1) ?? 0;
  let branch = branchOfLast(entries, keys.at(-1));
  const add = (key: number, below: number) => {
    if (below < 0) firstLevel++;
    added.keys.push(key);
    added.heading.push(below);
    added.order.push(firstLevel);
  };
  for (let seq = (before?.count ?? 0) + 1; seq <= count; seq++) {
    const own = entries.branch[seq - 1]!;
    const isHidden = folded.has(own);
    if (isHidden && hidden.has(own)) continue;
    if (own !== 0 && (own !== branch || isHidden)) {
      add(-seq, -1);
      above = keys.length + added.keys.length - 1;
    }
    if (isHidden) hidden.add(own);
    else add(seq, own === 0 ? -1 : above);
    branch = isHidden ? -1 : own;
  }
  return {
    count,
    origin,
    keys: concat(keys, added.keys),
    heading: concat(heading, added.heading),
    order: concat(order, added.order),
    begun: hidden,
  };
}

/** The level of a row, its position among its siblings from 1, and the number of siblings. */
export function treePosition({ heading, order }: OutlineRows, row: number) {
  const above = heading[row]!;
  if (above < 0) return { level: 1, position: order[row]!, size: order.at(-1)! };
  return { level: 2, position: row - above, size: rowsUpTo(order, order[above]!) - above - 1 };
}

/** The row of a key, if it is not folded. */
export function rowOf({ keys }: OutlineRows, key: number): number | undefined {
  const row = rowsUpTo(keys, Math.abs(key)) - 1;
  // A heading is directly above its thought.
  if (keys[row] === key) return row;
  return keys[row - 1] === key ? row - 1 : undefined;
}

/** The row of a key; for a thought in a folded branch, the row above it. */
export function rowFor(rows: OutlineRows, key: number): number {
  return rowOf(rows, key) ?? Math.max(0, rowsUpTo(rows.keys, Math.abs(key)) - 1);
}

const noRows = (): OutlineRows => {
  const none = new Int32Array();
  return { count: 0, origin: {}, keys: none, heading: none, order: none, begun: new Set() };
};

/** The branch of the last row; -1 after the heading of a folded branch. */
function branchOfLast({ branch }: OutlineEntries, lastKey = 0): number {
  if (lastKey < 0) return -1;
  return branch[lastKey - 1] ?? 0;
}

function concat(column: Int32Array, added: readonly number[]): Int32Array {
  const whole = new Int32Array(column.length + added.length);
  whole.set(column);
  whole.set(added, column.length);
  return whole;
}

/** The number of rows up to an absolute value; absolute values increase from row to row. */
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
