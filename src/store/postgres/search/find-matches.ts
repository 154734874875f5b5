import type { Queryable } from "../database.ts";
import { type CandidateScan, createCandidateScan, type ScanResult } from "./candidate-scan.ts";
import { MAX_ENTRIES, rarestOf, readIndex } from "./read-index.ts";
import type { Scope } from "./search-scope.ts";
import { frequenciesOf, RARE } from "./thought-words.ts";

/** The matches of a group of words. */
export interface Matches {
  /** Newest first. */
  readonly positions: readonly number[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** The lowest position that was examined. */
  readonly reached: number;
}

/** Finds the newest matches of each group of words, up to `enough`. A word may be several forms, separated by spaces. */
export interface FindMatches {
  (groups: readonly (readonly string[])[], enough: number): Promise<Matches[]>;
  /** The approximate number of thoughts in the sessions of the scope; infinite if that is not known. */
  readonly thoughts: number;
}

/**
 * Creates the function that finds matches in a scope: of one group, or of several groups of one word each. If the scope
 * has conditions on sessions, those sessions are scanned where the word index would read too much.
 */
export async function createFindMatches(db: Queryable, scope: Scope): Promise<FindMatches> {
  const scan = scope.sessions && (await createCandidateScan(db, scope, scope.sessions));
  const find = async (words: readonly (readonly string[])[], enough: number): Promise<Matches[]> => {
    const groups = words.map((group) => new WordGroup(group, scope.last));
    const open = scan ? await scanFirst(db, scope, scan, groups, enough) : groups;
    if (open.length > 0) await readIndex(db, scope, open, enough);
    if (scan) for (const group of open) await scanUpTo(maxScan(open), scope, scan, group, enough);
    return groups.map(({ positions, isComplete, reached }) => ({
      positions: [...positions].sort((a, b) => b - a).slice(0, enough),
      isComplete,
      reached,
    }));
  };
  return Object.assign(find, { thoughts: scan?.thoughts ?? Number.POSITIVE_INFINITY });
}

/** The forms of the words of a group. */
export const formsIn = ({ words }: { readonly words: readonly string[] }): string[] =>
  words.flatMap((word) => word.split(" "));

/** Words that a thought must contain together, each in one of its forms, and the matches found so far. */
export class WordGroup {
  readonly words: readonly string[];
  readonly positions = new Set<number>();
  /** Whether all matches were found. */
  isComplete = false;
  /** Whether there are too many matches to fetch all. */
  isCommon = false;
  /** Matches examined in the word index, before times and sessions were applied. */
  examined = 0;
  /** Thoughts examined by the candidate scan. */
  scanned = 0;
  /** The lowest position that was examined. */
  reached: number;

  constructor(words: readonly string[], last: number) {
    this.words = words;
    this.reached = last + 1;
  }

  /** Adds the matches of a read that examined everything down to `reached`. */
  add(positions: readonly number[], reached: number): void {
    for (const position of positions) this.positions.add(position);
    this.reached = reached;
  }

  /** Whether more matches are needed and there may be some. */
  needs(enough: number): boolean {
    return !this.isComplete && this.positions.size < enough;
  }
}

/** How many thoughts to scan to estimate the density of matches. */
const FIRST_SCAN = 3_000;
/**
 * Up to how many comparisons of a thought with a form of a word a scan is cheap. A word with a typing mistake has hundreds
 * of forms.
 */
const COMPARISONS = 30_000;
/** How many thoughts to scan for all groups together. */
const MAX_SCAN = 30_000;
/** Over-fetch factor, relative to the hit rate of the first scan. */
const OVER_FETCH = 1.3;
/** Sessions with at most this many thoughts together are small. */
const SMALL = 200_000;
/** In small sessions, words with at most this many matches are intersected. */
const INTERSECT_MATCHES = 2_000;
/** How many times the entries of one word several words may have, because few thoughts contain them all. */
const COMBINED = 5;
/** With this many matches in small sessions, more are not worth reading the word index. */
const SOME = 20;

const maxScan = (groups: readonly WordGroup[]) => Math.max(FIRST_SCAN, Math.floor(MAX_SCAN / groups.length));

/** Finds what a scan finds faster than the index: dense matches, and in small sessions rare words. Returns the rest. */
async function scanFirst(
  db: Queryable,
  scope: Scope,
  scan: CandidateScan,
  groups: readonly WordGroup[],
  enough: number,
): Promise<readonly WordGroup[]> {
  const isSmall = scan.thoughts <= SMALL;
  const forms = groups.reduce((count, group) => count + formsIn(group).length, 0);
  const isCheap = scan.thoughts <= FIRST_SCAN && scan.thoughts * forms <= COMPARISONS;
  const isRare = isSmall && !isCheap ? await rarityIn(db, scope, scan, groups) : () => false;
  const max = maxScan(groups);
  for (const group of groups) {
    if (isRare(group)) keep(group, await scan.intersect(group.words, enough), scope.first);
    await scanUpTo(FIRST_SCAN, scope, scan, group, enough);
    const needed = Math.ceil((OVER_FETCH * FIRST_SCAN * enough) / group.positions.size);
    if (isSmall || needed <= max) await scanUpTo(Math.min(needed, max), scope, scan, group, enough);
  }
  return groups.filter((group) => group.needs(enough) && !(isSmall && group.positions.size >= SOME));
}

/** Whether a group has few index entries, and few of them in the scanned sessions. */
async function rarityIn(
  db: Queryable,
  { origin, thoughts }: Scope,
  scan: CandidateScan,
  groups: readonly WordGroup[],
) {
  const frequency = await frequenciesOf(db, [...origin, ...groups.flatMap(formsIn)]);
  return ({ words }: WordGroup) => {
    const rarest = rarestOf([...words, ...origin], frequency);
    const combined = rarest / (words.length > 1 ? COMBINED : 1);
    return (
      rarest <= RARE || (combined * thoughts <= MAX_ENTRIES && combined * scan.thoughts <= INTERSECT_MATCHES)
    );
  };
}

async function scanUpTo(
  max: number,
  scope: Scope,
  scan: CandidateScan,
  group: WordGroup,
  enough: number,
): Promise<void> {
  if (!group.needs(enough) || group.scanned >= max) return;
  // As if the newest thoughts of the whole ledger had been examined, for the estimate of the word's frequency.
  const reached = Math.max(scope.first, scope.last + 1 - max * scope.spacing);
  keep(group, await scan.find(group.words, enough, max), reached);
  group.scanned = max;
}

function keep(group: WordGroup, { positions, isComplete }: ScanResult, reached: number): void {
  group.add(positions, reached);
  group.isComplete = isComplete;
}
