/** Where a lane is drawn; thoughts are told by their `seq`, and 0 is none. */
export interface LaneSpan {
  /** The lane, as the caller counts them. */
  readonly branch: number;
  readonly column: number;
  /** Its first and its last thought. */
  readonly first: number;
  readonly last: number;
  /** The thought that it hangs on. */
  readonly fork: number;
  /** From this thought's row on the column is kept free for it, so that the line from the fork crosses nothing. */
  readonly from: number;
}

/** How a session is drawn: a row for each thought, a column for each lane while it is open. */
export interface LaneLayout {
  /** The column of each thought, in order of `seq`. */
  readonly columns: readonly number[];
  /** How many columns there are. */
  readonly width: number;
  /** The lanes in order of their first thoughts. */
  readonly lanes: readonly LaneSpan[];
}

/** How many rows before its first thought a lane's column is kept free at most; a fork may lie far back. */
const FORK_ROWS = 24;

/**
 * Gives lanes their columns, as `git log --graph` does: the main lane has the first, a branch the leftmost that is free
 * from its fork to its last thought. The thought in row `i` has the `seq` `i + 1`; `branch` tells its lane, 0 for the main
 * one, and `parent` the `seq` of the thought that it hangs on, or 0.
 */
export function assignLanes(branch: ArrayLike<number>, parent: ArrayLike<number>): LaneLayout {
  const found = lanesOf(branch, parent);
  // The last row that is taken in each column; the first column is the main lane's for good.
  const takenTo: number[] = [Number.POSITIVE_INFINITY];
  const columnOf = new Map<number, number>([[0, 0]]);
  const lanes = found.map((lane): LaneSpan => {
    const from = lane.fork === 0 ? lane.first : Math.max(lane.fork + 1, lane.first - FORK_ROWS);
    let column = 0;
    if (lane.branch !== 0) {
      column = takenTo.findIndex((row) => row < from);
      if (column === -1) column = takenTo.length;
      takenTo[column] = lane.last;
      columnOf.set(lane.branch, column);
    }
    return { ...lane, column, from };
  });
  const columns = Array.from(branch, (one) => columnOf.get(one) ?? 0);
  return { columns, width: takenTo.length, lanes };
}

function lanesOf(branch: ArrayLike<number>, parent: ArrayLike<number>) {
  const lanes = new Map<number, { branch: number; first: number; last: number; fork: number }>();
  for (let row = 0; row < branch.length; row++) {
    const of = branch[row]!;
    const seq = row + 1;
    const lane = lanes.get(of);
    if (lane) lane.last = seq;
    else lanes.set(of, { branch: of, first: seq, last: seq, fork: parent[row] ?? 0 });
  }
  return [...lanes.values()];
}
