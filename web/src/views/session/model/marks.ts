import type { Outline } from "../../../data/api-types.ts";

/**
 * What the page holds of every thought of a session, in columns: the thought with the `seq` s stands at s - 1. Contents
 * are not among them. What comes later is added to the same columns, so that a long session is not copied for a thought:
 * of these marks are the first `length` rows.
 */
export interface Marks {
  readonly length: number;
  /** Names of lanes; the first is the main one, and empty. */
  readonly branches: readonly string[];
  readonly number: readonly number[];
  /** Index of the lane. */
  readonly branch: readonly number[];
  /** `seq` of the thought before it in its lane, or of the fork; 0 for none. */
  readonly parent: readonly number[];
  /** `seq` of the thought that it revises; 0 for none. */
  readonly revises: readonly number[];
  readonly flags: readonly number[];
  readonly confidence: readonly (number | null)[];
  readonly source: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: readonly number[];
  /** The same, never earlier than the one before: the clocks of several writers may differ a little. */
  readonly moment: readonly number[];
  readonly beginning: readonly string[];
}

/** Bits of `flags`, as the server sets them. */
export const FLAG = { revision: 1, last: 2, critique: 4 } as const;

/** A session before its first thought. */
export const NO_MARKS: Marks = {
  length: 0,
  branches: [""],
  number: [],
  branch: [],
  parent: [],
  revises: [],
  flags: [],
  confidence: [],
  source: [],
  at: [],
  moment: [],
  beginning: [],
};

/** The marks with a part of the outline: what is new is added, what is known is replaced; the same marks when nothing is. */
export function withOutline(marks: Marks, { branches, sources, entries: given }: Outline): Marks {
  const names = [...marks.branches];
  const indexes = new Map(names.map((name, index) => [name, index]));
  const laneOf = branches.map((name) => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, names.length);
    return names.push(name) - 1;
  });
  const later = given.seq.findIndex((seq) => seq > marks.length);
  const known = later < 0 ? given.seq.length : later;
  // What does not follow what is held would leave a gap.
  const end = given.seq[known] === marks.length + 1 ? given.seq.length : known;
  const put = <T>(column: readonly T[], values: readonly T[]): readonly T[] => {
    const isOther = (seq: number, row: number) => row < known && column[seq - 1] !== values[row];
    const added = values.slice(known, end);
    if (!given.seq.some(isOther)) return withRows(column, marks.length, added);
    const changed = column.slice(0, marks.length);
    for (let row = 0; row < known; row++) changed[given.seq[row]! - 1] = values[row]!;
    return changed.concat(added);
  };
  const at = put(marks.at, given.at);
  const next = {
    length: marks.length + end - known,
    branches: names.length === marks.branches.length ? marks.branches : names,
    number: put(marks.number, given.number),
    branch: put(
      marks.branch,
      given.branch.map((index) => laneOf[index]!),
    ),
    parent: put(marks.parent, given.parent),
    revises: put(marks.revises, given.revises),
    flags: put(marks.flags, given.flags),
    confidence: put(marks.confidence, given.confidence),
    source: put(
      marks.source,
      given.source.map((index) => sources[index] ?? ""),
    ),
    at,
    moment:
      at === marks.at
        ? withRows(
            marks.moment,
            marks.length,
            growing(given.at.slice(known, end), marks.moment[marks.length - 1]),
          )
        : growing(at),
    beginning: put(marks.beginning, given.beginning),
  };
  const isSame = Object.entries(next).every(([name, value]) => value === marks[name as keyof Marks]);
  return isSame ? marks : next;
}

/** The name of the lane of a thought; empty for the main one. */
export function branchOf(marks: Marks, seq: number): string {
  return marks.branches[marks.branch[seq - 1] ?? 0] ?? "";
}

/** How many thoughts there were at a moment: those before the first that came later. */
export function standingAt({ moment: moments, length }: Marks, moment: number | undefined): number {
  if (moment === undefined) return length;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (moments[middle]! <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The lanes whose thoughts hang, at any depth, below one of these; they themselves are among them. */
export function lanesBelow(marks: Marks, lanes: ReadonlySet<number>): ReadonlySet<number> {
  if (lanes.size === 0) return lanes;
  const seen = new Set<number>();
  const below = new Set(lanes);
  for (let row = 0; row < marks.length; row++) {
    const lane = marks.branch[row]!;
    if (seen.has(lane)) continue;
    seen.add(lane);
    const fork = marks.parent[row]!;
    if (lane !== 0 && fork > 0 && below.has(marks.branch[fork - 1]!)) below.add(lane);
  }
  return below;
}

/** A column with rows more, in place: nobody looks beyond the length of their marks. What others added to is copied. */
function withRows<T>(column: readonly T[], length: number, added: readonly T[]): readonly T[] {
  if (added.length === 0) return column;
  const own = length > 0 && column.length === length ? (column as T[]) : column.slice(0, length);
  for (const value of added) own.push(value);
  return own;
}

function growing(times: readonly number[], from = 0): readonly number[] {
  let latest = from;
  return times.map((time) => {
    latest = Math.max(latest, time);
    return latest;
  });
}
