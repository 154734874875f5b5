import { type LaneSpan, NO_LANES, type PlacedLanes, placeLanes } from "../../../../../src/ledger/lanes.ts";
import type { OutlineEntries } from "./outline-entries.ts";

/** The lanes of a session up to a thought, indexed for drawing single rows. */
export interface Lanes extends PlacedLanes {
  /** The branch of each thought; may be longer than `count`. */
  readonly branch: OutlineEntries["branch"];
  /** The lanes of each column, in order; no two of them share a row. */
  readonly byColumn: readonly (readonly LaneSpan[])[];
  /** The lanes that fork from a thought, by its `seq`. */
  readonly forks: ReadonlyMap<number, readonly LaneSpan[]>;
  readonly byBranch: ReadonlyMap<number, LaneSpan>;
  /** The number of thoughts of each branch. */
  readonly counts: ReadonlyMap<number, number>;
}

/** The part of a lane within one row. */
export interface Stroke {
  readonly branch: number;
  readonly column: number;
  /** Whether it connects to the row above and to the row below. */
  readonly above: boolean;
  readonly below: boolean;
}

/** A line from a thought to the column of a lane that forks from it. */
export interface Bend {
  readonly branch: number;
  readonly from: number;
  readonly to: number;
}

export interface RowLanes {
  readonly strokes: readonly Stroke[];
  readonly bends: readonly Bend[];
}

/** Lays out the lanes of the first `count` thoughts, continuing from the layout of fewer thoughts. */
export function layLanes(
  { branch, parent }: Pick<OutlineEntries, "branch" | "parent">,
  count = branch.length,
  before?: Lanes,
): Lanes {
  const placed = placeLanes(before ?? NO_LANES, branch, parent, count);
  const byColumn: LaneSpan[][] = Array.from({ length: placed.width }, () => []);
  const forks = new Map<number, LaneSpan[]>();
  for (const lane of placed.lanes) {
    byColumn[lane.column]!.push(lane);
    if (lane.fork === 0 || lane.branch === 0) continue;
    const others = forks.get(lane.fork);
    if (others) others.push(lane);
    else forks.set(lane.fork, [lane]);
  }
  const byBranch = new Map(placed.lanes.map((lane) => [lane.branch, lane]));
  const counts = new Map(before?.counts);
  for (let row = before?.count ?? 0; row < count; row++)
    counts.set(branch[row]!, (counts.get(branch[row]!) ?? 0) + 1);
  return { ...placed, branch, byColumn, forks, byBranch, counts };
}

/** The column of a thought. */
export function columnOf({ branch, byBranch }: Lanes, seq: number): number {
  return byBranch.get(branch[seq - 1] ?? 0)?.column ?? 0;
}

/** Whether the line of a lane reaches its fork; a fork too far back is not connected. */
export function reachesFork({ fork, from }: LaneSpan): boolean {
  return fork > 0 && from === fork + 1;
}

/** The lines beside a thought. */
export function rowLanes(lanes: Lanes, seq: number, isFolded: (branch: number) => boolean): RowLanes {
  const strokes: Stroke[] = [];
  for (const column of lanes.byColumn) {
    const lane = laneAt(column, seq);
    if (!lane) continue;
    const last = isFolded(lane.branch) ? lane.first - 1 : lane.last;
    if (seq > last) continue;
    const above = seq > lane.from || reachesFork(lane);
    strokes.push({ branch: lane.branch, column: lane.column, above, below: seq < last || lane.last > last });
  }
  const from = columnOf(lanes, seq);
  const bends = (lanes.forks.get(seq) ?? [])
    .filter((lane) => reachesFork(lane))
    .map(({ branch, column }) => ({ branch, from, to: column }));
  return { strokes, bends };
}

/** The lines beside the heading before the thought `seq`. */
export function gapLanes(
  lanes: Lanes,
  seq: number,
  isFolded: (branch: number) => boolean,
): readonly Stroke[] {
  const strokes: Stroke[] = [];
  for (const column of lanes.byColumn) {
    const lane = laneAt(column, seq);
    if (!lane) continue;
    const isBegun = seq > lane.from || reachesFork(lane);
    const isOpen = !isFolded(lane.branch) || seq < lane.first;
    if (isBegun && isOpen)
      strokes.push({ branch: lane.branch, column: lane.column, above: true, below: true });
    else if (seq === lane.first && (isBegun || isOpen))
      strokes.push({ branch: lane.branch, column: lane.column, above: isBegun, below: isOpen });
  }
  return strokes;
}

/** The lane that occupies a column at a row. */
function laneAt(column: readonly LaneSpan[], seq: number): LaneSpan | undefined {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle]!.from <= seq) low = middle + 1;
    else high = middle;
  }
  const lane = column[low - 1];
  return lane && seq <= lane.last ? lane : undefined;
}
