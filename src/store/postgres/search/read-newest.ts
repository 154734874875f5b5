import type { Queryable } from "../database.ts";
import { agesUpTo, SMALLEST_AGE } from "./ages.ts";
import { readAges } from "./read-ages.ts";
import { readFew } from "./read-few.ts";
import type { Scope } from "./search-scope.ts";
import { frequenciesOf, MOST_ENTRIES, rarestOf } from "./word-frequency.ts";
import { addPositions, isOpen, type WordGroup } from "./word-group.ts";

/** About so many thoughts are read first; then up to four times as many as before, while too few match. */
const FIRST_READ = 8_000;
/** How many matches of all groups together are looked at in a reading. */
const MOST_READ = 10_000;
/** A reading is by so much larger than the matches before it say. */
const RESERVE = 1.2;

/**
 * Reads the ages of thoughts from the newest on, more at a time, so that little is read of a word that is everywhere and
 * few readings find one that is rare.
 */
export async function readFromNewest(
  db: Queryable,
  scope: Scope,
  groups: readonly WordGroup[],
  enough: number,
): Promise<void> {
  const most = Math.floor(MOST_READ / groups.length);
  let waiting = groups;
  let size = FIRST_READ * scope.spacing;
  let frequency: ((word: string) => number) | undefined;
  for (let last = scope.last; last >= scope.first && waiting.length > 0; ) {
    const { marks: ages, first } = agesUpTo(last, size);
    const read = await readAges(db, scope, { ages, groups: waiting, enough, most }, frequency);
    if (!scope.sessions && read.length === 1 && read[0]!.examined >= most && size > SMALLEST_AGE) {
      // There are more, and what was read is not the newest of them.
      size = Math.max(SMALLEST_AGE, size / 8);
      continue;
    }
    last = first - 1;
    for (const [at, group] of waiting.entries()) {
      addPositions(group, read[at]!.positions, first);
      group.examined += read[at]!.examined;
      group.isAll = last < scope.first && read[at]!.examined < most;
    }
    waiting = waiting.filter((group) => isOpen(group, enough) && !(scope.sessions && group.examined >= most));
    if (waiting.length === 0) return;
    const seen = scope.last - last;
    frequency ??= await frequenciesOf(db, [...scope.marks, ...waiting.flatMap(({ words }) => words)]);
    const mostOf = mostPositions(scope, frequency);
    const rare = waiting.filter((group) => mostOf(group) >= scope.thoughts * scope.spacing);
    await readFew(db, scope, rare, { enough, most, seen }, frequency);
    waiting = waiting.filter((group) => !group.isAll && (group.words.length === 1 || seen < mostOf(group)));
    const needed = scope.sessions ? Number.POSITIVE_INFINITY : neededFor(waiting, enough, seen);
    size = Math.min(size * 4, Math.max(size, needed), ...waiting.map(mostOf));
  }
}

/** Tells over how many positions the rarest word of a group has as many entries as may be read. */
function mostPositions({ marks, spacing }: Scope, frequency: (word: string) => number) {
  return ({ words }: WordGroup) => (MOST_ENTRIES / rarestOf([...words, ...marks], frequency)) * spacing;
}

/** How many positions must still be read where matches lie as dense as in those seen. */
function neededFor(groups: readonly WordGroup[], enough: number, seen: number): number {
  return Math.max(...groups.map(({ positions }) => RESERVE * seen * (enough / positions.size - 1)));
}
