import { agesUpTo, SMALLEST_AGE } from "./ages.ts";
import type { Rows } from "./database.ts";
import { readAges } from "./read-ages.ts";
import type { Scope } from "./search-scope.ts";
import type { Walk } from "./walk.ts";
import { frequenciesOf } from "./word-frequency.ts";

/** About so many thoughts are read first; then four times as many as before, while too few match. */
const FIRST_READ = 8_000;
/** So many entries of the rarest of some words are read at once, and no more where the words never meet. */
const MOST_ENTRIES = 60_000;
/** How many matches of one group are looked at in a reading. */
const MOST_READ = 10_000;
/** How many thoughts are walked through for all groups together. */
const MOST_WALKED = 30_000;

/** Where the thoughts that hold all words of a group stand, newest first. */
export interface Matches {
  readonly positions: readonly number[];
  /** False when there may be more that were not looked at. */
  readonly isAll: boolean;
  /** The lowest position that was looked at. */
  readonly reached: number;
}

interface Group {
  readonly words: readonly string[];
  readonly positions: Set<number>;
  isAll: boolean;
  reached: number;
  examined: number;
}

/**
 * Finds the newest matches of groups of words, for each group up to `enough`: of one group, or of several that are one
 * word each. In a scope that is held to sessions, those are walked through where the index would read too much.
 */
export async function findMatches(
  db: Rows,
  scope: Scope,
  walk: Walk | undefined,
  wanted: readonly (readonly string[])[],
  enough: number,
): Promise<Matches[]> {
  const groups = wanted.map(
    (words): Group => ({ words, positions: new Set(), isAll: false, reached: scope.last + 1, examined: 0 }),
  );
  if (!walk?.isWhole) await readFromNewest(db, scope, groups, enough);
  if (walk)
    for (const group of groups) {
      if (group.isAll || group.positions.size >= enough) continue;
      const found = await walk.find(group.words, enough, Math.floor(MOST_WALKED / groups.length));
      for (const position of found) group.positions.add(position);
      group.isAll = walk.isWhole;
      group.reached = scope.first;
    }
  return groups.map(({ positions, isAll, reached }) => ({
    positions: [...positions].sort((a, b) => b - a).slice(0, enough),
    isAll,
    reached,
  }));
}

/**
 * Reads the ages of thoughts from the newest on, more at a time, so that little is read of a word that is everywhere and
 * few readings find one that is rare.
 */
async function readFromNewest(
  db: Rows,
  scope: Scope,
  groups: readonly Group[],
  enough: number,
): Promise<void> {
  const most = groups.length === 1 ? MOST_READ : 2 * enough;
  let waiting = groups;
  let size = FIRST_READ * scope.spacing;
  let frequency: ((word: string) => number) | undefined;
  for (let last = scope.last; last >= scope.first && waiting.length > 0; ) {
    const { marks: ages, first } = agesUpTo(last, size);
    const wanted = { ages, groups: waiting.map(({ words }) => words), enough, most };
    const read = await readAges(db, scope, wanted, frequency);
    if (!scope.sessions && read.length === 1 && read[0]!.examined >= most && size > SMALLEST_AGE) {
      // There are more, and what was read is not the newest of them.
      size = Math.max(SMALLEST_AGE, size / 8);
      continue;
    }
    last = first - 1;
    for (const [at, group] of waiting.entries()) {
      for (const position of read[at]!.positions) group.positions.add(position);
      group.examined += read[at]!.examined;
      group.reached = first;
      group.isAll = last < scope.first;
    }
    waiting = waiting.filter(
      (group) => group.positions.size < enough && !(scope.sessions && group.examined >= most),
    );
    frequency ??= await frequenciesOf(db, [...scope.marks, ...waiting.flatMap(({ words }) => words)]);
    const rarest = ({ words }: Group) => Math.min(...[...words, ...scope.marks].map(frequency!));
    const mostOf = (group: Group) => (MOST_ENTRIES / rarest(group)) * scope.spacing;
    waiting = waiting.filter((group) => group.words.length === 1 || scope.last - last < mostOf(group));
    size = Math.min(size * 4, ...waiting.map(mostOf));
  }
}
