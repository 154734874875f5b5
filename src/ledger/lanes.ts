/** Layout of one branch. Thoughts are referenced by `seq`; 0 means none. */
export interface LaneSpan {
  /** Index of the branch, as the caller counts them. */
  readonly branch: number;
  readonly column: number;
  /** Its first and last thought. */
  readonly first: number;
  readonly last: number;
  /** The thought that it forks from. */
  readonly fork: number;
  /** The column is reserved from this thought's row on, so that the line from the fork crosses nothing. */
  readonly from: number;
}

/** Layout of a session: a row for each thought, a column for each branch while it is open. */
export interface LaneLayout {
  /** The column of each thought, in order of `seq`. */
  readonly columns: readonly number[];
  /** Number of columns. */
  readonly width: number;
  /** The branches in order of their first thoughts. */
  readonly lanes: readonly LaneSpan[];
}

/** Layout of the first `count` thoughts of a session, which can be extended. */
export interface PlacedLanes extends Pick<LaneLayout, "width" | "lanes"> {
  readonly count: number;
}

/** The layout before the first thought. */
export const NO_LANES: PlacedLanes = { count: 0, width: 1, lanes: [] };

/** How many rows before its first thought a branch's column is reserved at most; a fork may be far back. */
const FORK_ROWS = 24;

/**
 * Assigns columns as `git log --graph` does: the main branch has the first, another branch the leftmost that is free
 * from its fork to its last thought. The thought in row `i` has the `seq` `i + 1`; `branch` has its branch, 0 for the
 * main one, and `parent` the `seq` of its parent, or 0.
 */
export function assignLanes(branch: ArrayLike<number>, parent: ArrayLike<number>): LaneLayout {
  const { width, lanes } = placeLanes(NO_LANES, branch, parent, branch.length);
  const columnOf = new Map(lanes.map((lane) => [lane.branch, lane.column]));
  return { columns: Array.from(branch, (one) => columnOf.get(one)!), width, lanes };
}

/**
 * Extends a layout to `count` thoughts. A branch that continues takes no column from another, unless its own was given
 * to a later one: then all columns are assigned again.
 */
export function placeLanes(
  before: PlacedLanes,
  branch: ArrayLike<number>,
  parent: ArrayLike<number>,
  count: number,
): PlacedLanes {
  const found = lanesUpTo(before, branch, parent, count);
  const known = before.lanes.length;
  const lastOf: number[] = [];
  for (const [index, { column }] of before.lanes.entries()) lastOf[column] = index;
  const staysFree = ({ column, last }: LaneSpan, index: number) =>
    last === found[index]!.last || lastOf[column] === index;
  const kept = before.lanes.every(staysFree) ? known : 0;
  // The last occupied row of each column; the first column belongs to the main branch.
  const columns = createColumns();
  columns.take(0, Number.POSITIVE_INFINITY);
  const lanes = found.map((lane, index): LaneSpan => {
    if (lane.branch === 0) return lane;
    const column = index < kept ? lane.column : columns.free(lane.from);
    columns.take(column, lane.last);
    return column === lane.column ? lane : { ...lane, column };
  });
  return { count, width: columns.width(), lanes };
}

/** The branches of the first thoughts; new ones are in the first column until they are placed. */
function lanesUpTo(
  before: PlacedLanes,
  branch: ArrayLike<number>,
  parent: ArrayLike<number>,
  count: number,
): readonly LaneSpan[] {
  const lanes = [...before.lanes];
  const indexes = new Map(lanes.map((lane, index) => [lane.branch, index]));
  const last = new Map<number, number>();
  for (let row = before.count; row < count; row++) {
    const of = branch[row]!;
    const seq = row + 1;
    const known = indexes.get(of);
    if (known !== undefined) {
      last.set(known, seq);
      continue;
    }
    const fork = parent[row] ?? 0;
    const from = fork === 0 ? seq : Math.max(fork + 1, seq - FORK_ROWS);
    indexes.set(of, lanes.length);
    lanes.push({ branch: of, column: 0, first: seq, last: seq, fork, from });
  }
  for (const [index, seq] of last) lanes[index] = { ...lanes[index]!, last: seq };
  return lanes;
}

/** The columns of a layout, each occupied up to some row. */
interface Columns {
  /** The leftmost column that is free from this row on, or a new one. */
  free(from: number): number;
  /** Occupies a column up to and including this row. */
  take(column: number, last: number): void;
  /** Number of columns ever used. */
  width(): number;
}

/**
 * Finds free columns with a segment tree of minima: a session may have 50,000 branches side by side, and a linear scan
 * is too slow.
 */
function createColumns(): Columns {
  let size = 1;
  let width = 0;
  /** `least[size + column]` is the last occupied row of a column; a node above has the minimum of its two children. */
  let least: number[] = [0, Number.POSITIVE_INFINITY];

  function grow(): void {
    const leaves = least.slice(size);
    size *= 2;
    least = new Array<number>(2 * size).fill(Number.POSITIVE_INFINITY);
    for (const [column, row] of leaves.entries()) least[size + column] = row;
    for (let node = size - 1; node > 0; node--) update(node);
  }

  function update(node: number): void {
    least[node] = Math.min(least[2 * node]!, least[2 * node + 1]!);
  }

  return {
    free(from) {
      if (least[1]! >= from) return width;
      let node = 1;
      while (node < size) node = least[2 * node]! < from ? 2 * node : 2 * node + 1;
      return node - size;
    },
    take(column, last) {
      while (column >= size) grow();
      width = Math.max(width, column + 1);
      least[size + column] = last;
      for (let node = (size + column) >> 1; node > 0; node >>= 1) update(node);
    },
    width: () => width,
  };
}
