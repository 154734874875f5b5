import type { Outline } from "../../../api-types.ts";

/**
 * What the page holds of every thought of a session, in columns: the thought with the `seq` s stands at s - 1. Contents
 * are not among them.
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
  readonly door: readonly string[];
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
  door: [],
  at: [],
  moment: [],
  beginning: [],
};

/** The marks with a part of the outline: what is new is added, what is known is replaced. */
export function withOutline(marks: Marks, { branches, doors, marks: given }: Outline): Marks {
  const names = [...marks.branches];
  const indexes = new Map(names.map((name, index) => [name, index]));
  const laneOf = branches.map((name) => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, names.length);
    return names.push(name) - 1;
  });
  // What does not follow what is held would leave a gap.
  const first = given.seq.findIndex((seq) => seq > marks.length);
  const isGapped = first >= 0 && given.seq[first] !== marks.length + 1;
  const rows = given.seq.flatMap((seq, row) => (isGapped && seq > marks.length ? [] : [row]));
  const put = <T>(column: readonly T[], values: readonly T[]): readonly T[] => {
    const result = column.slice();
    for (const row of rows) result[given.seq[row]! - 1] = values[row]!;
    return result;
  };
  const number = put(marks.number, given.number);
  const at = put(marks.at, given.at);
  return {
    length: number.length,
    branches: names,
    number,
    branch: put(
      marks.branch,
      given.branch.map((index) => laneOf[index]!),
    ),
    parent: put(marks.parent, given.parent),
    revises: put(marks.revises, given.revises),
    flags: put(marks.flags, given.flags),
    confidence: put(marks.confidence, given.confidence),
    door: put(
      marks.door,
      given.door.map((index) => doors[index] ?? ""),
    ),
    at,
    moment: growing(at),
    beginning: put(marks.beginning, given.beginning),
  };
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

function growing(times: readonly number[]): readonly number[] {
  let latest = 0;
  return times.map((time) => {
    latest = Math.max(latest, time);
    return latest;
  });
}
