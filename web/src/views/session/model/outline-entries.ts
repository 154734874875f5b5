import type { Outline } from "../../../data/api-types.ts";

/**
 * The outline of a session in columns, without contents: the thought with `seq` s is at index s - 1. New thoughts are
 * appended to the same arrays, so that a long session is not copied for each of them; only the first `length` items of
 * a column belong to this value.
 */
export interface OutlineEntries {
  readonly length: number;
  /** Names of branches; the first is main, with an empty name. */
  readonly branches: readonly string[];
  readonly number: readonly number[];
  /** Index of the branch. */
  readonly branch: readonly number[];
  /** `seq` of the previous thought of its branch, or of the fork; 0 means none. */
  readonly parent: readonly number[];
  /** `seq` of the revised thought; 0 means none. */
  readonly revises: readonly number[];
  readonly flags: readonly number[];
  readonly confidence: readonly (number | null)[];
  readonly source: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: readonly number[];
  /** Like `at`, but never decreasing: the clocks of several writers may differ. */
  readonly moment: readonly number[];
  readonly beginning: readonly string[];
}

/** Bits of `flags`, as the server sets them. */
export const FLAG = { revision: 1, last: 2, critique: 4 } as const;

export const NO_ENTRIES: OutlineEntries = {
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

/** Appends new thoughts and replaces known ones. Returns the same object if nothing changed. */
export function withOutline(
  entries: OutlineEntries,
  { branches, sources, entries: part }: Outline,
): OutlineEntries {
  const names = [...entries.branches];
  const indexes = new Map(names.map((name, index) => [name, index]));
  const indexOf = branches.map((name) => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, names.length);
    return names.push(name) - 1;
  });
  const later = part.seq.findIndex((seq) => seq > entries.length);
  const known = later < 0 ? part.seq.length : later;
  // Thoughts that do not follow the last known one would leave a gap.
  const end = part.seq[known] === entries.length + 1 ? part.seq.length : known;
  const put = <T>(column: readonly T[], values: readonly T[]): readonly T[] => {
    const isOther = (seq: number, row: number) => row < known && column[seq - 1] !== values[row];
    const added = values.slice(known, end);
    if (!part.seq.some(isOther)) return withRows(column, entries.length, added);
    const changed = column.slice(0, entries.length);
    for (let row = 0; row < known; row++) changed[part.seq[row]! - 1] = values[row]!;
    return changed.concat(added);
  };
  const at = put(entries.at, part.at);
  const next = {
    length: entries.length + end - known,
    branches: names.length === entries.branches.length ? entries.branches : names,
    number: put(entries.number, part.number),
    branch: put(
      entries.branch,
      part.branch.map((index) => indexOf[index]!),
    ),
    parent: put(entries.parent, part.parent),
    revises: put(entries.revises, part.revises),
    flags: put(entries.flags, part.flags),
    confidence: put(entries.confidence, part.confidence),
    source: put(
      entries.source,
      part.source.map((index) => sources[index] ?? ""),
    ),
    at,
    moment:
      at === entries.at
        ? withRows(
            entries.moment,
            entries.length,
            nonDecreasing(part.at.slice(known, end), entries.moment[entries.length - 1]),
          )
        : nonDecreasing(at),
    beginning: put(entries.beginning, part.beginning),
  };
  const isSame = Object.entries(next).every(
    ([name, value]) => value === entries[name as keyof OutlineEntries],
  );
  return isSame ? entries : next;
}

/** The name of the branch of a thought; empty for main. */
export function branchOf(entries: OutlineEntries, seq: number): string {
  return entries.branches[entries.branch[seq - 1] ?? 0] ?? "";
}

/** The number of thoughts at a moment; `undefined` is now. */
export function countAt({ moment: moments, length }: OutlineEntries, moment: number | undefined): number {
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

/** The given branches and all branches that fork from them, at any depth. */
export function withDescendants(entries: OutlineEntries, branches: ReadonlySet<number>): ReadonlySet<number> {
  if (branches.size === 0) return branches;
  const seen = new Set<number>();
  const below = new Set(branches);
  for (let row = 0; row < entries.length; row++) {
    const branch = entries.branch[row]!;
    if (seen.has(branch)) continue;
    seen.add(branch);
    const fork = entries.parent[row]!;
    if (branch !== 0 && fork > 0 && below.has(entries.branch[fork - 1]!)) below.add(branch);
  }
  return below;
}

/** Appends in place, because nobody reads beyond their own `length`. A column that someone else appended to is copied. */
function withRows<T>(column: readonly T[], length: number, added: readonly T[]): readonly T[] {
  if (added.length === 0) return column;
  const own = length > 0 && column.length === length ? (column as T[]) : column.slice(0, length);
  for (const value of added) own.push(value);
  return own;
}

function nonDecreasing(times: readonly number[], from = 0): readonly number[] {
  let latest = from;
  return times.map((time) => {
    latest = Math.max(latest, time);
    return latest;
  });
}
