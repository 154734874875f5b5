import type { Queryable } from "../database.ts";
import type { Scope } from "./search-scope.ts";
import type { Walk, Walked } from "./walk.ts";
import { frequenciesOf, MOST_ENTRIES, RARE, rarestOf } from "./word-frequency.ts";
import { addPositions, isOpen, type WordGroup } from "./word-group.ts";

/** How many thoughts are walked through to see how dense the matches lie. */
const FEW_WALKED = 3_000;
/** How many thoughts are walked through for all groups together. */
const MOST_WALKED = 30_000;
/** A walk is by so much longer than the matches before it say. */
const RESERVE = 1.3;
/** Sessions are short that have so many thoughts together. */
const SHORT = 200_000;
/** In them so many matches are few. */
const FEW_MATCHES = 2_000;
/** Several words may have so many times the entries of one: few thoughts hold them all. */
const SHARED = 5;
/** With so many matches of short sessions, reading all thoughts for more is not worth it. */
const SOME = 20;

/**
 * Finds what is found sooner in the sessions of a walk than among all thoughts: what is dense there, and in short sessions
 * rare words. Gives the groups for which all thoughts are to be read.
 */
export async function walkFirst(
  db: Queryable,
  scope: Scope,
  walk: Walk,
  groups: readonly WordGroup[],
  enough: number,
): Promise<readonly WordGroup[]> {
  const isShort = walk.thoughts <= SHORT;
  const isRare = isShort && walk.thoughts > FEW_WALKED ? await rarity(db, scope, walk, groups) : () => false;
  const most = mostOf(groups);
  for (const group of groups) {
    if (isRare(group)) keep(group, await walk.meet(group.words, enough), scope.first);
    await walkTo(FEW_WALKED, scope, walk, group, enough);
    const needed = Math.ceil((RESERVE * FEW_WALKED * enough) / group.positions.size);
    if (isShort || needed <= most) await walkTo(Math.min(needed, most), scope, walk, group, enough);
  }
  return groups.filter((group) => isOpen(group, enough) && !(isShort && group.positions.size >= SOME));
}

/** Walks as far as a search does, for what was not found among all thoughts. */
export async function walkLast(
  scope: Scope,
  walk: Walk,
  groups: readonly WordGroup[],
  enough: number,
): Promise<void> {
  for (const group of groups) await walkTo(mostOf(groups), scope, walk, group, enough);
}

const mostOf = (groups: readonly WordGroup[]) =>
  Math.max(FEW_WALKED, Math.floor(MOST_WALKED / groups.length));

/** Tells which groups have few entries in the index, and few of them in the sessions; what nobody counted is rare. */
async function rarity(db: Queryable, { marks, thoughts }: Scope, walk: Walk, groups: readonly WordGroup[]) {
  const frequency = await frequenciesOf(db, [...marks, ...groups.flatMap(({ words }) => words)]);
  return ({ words }: WordGroup) => {
    const rarest = rarestOf([...words, ...marks], frequency);
    const held = rarest / (words.length > 1 ? SHARED : 1);
    return rarest <= RARE || (held * thoughts <= MOST_ENTRIES && held * walk.thoughts <= FEW_MATCHES);
  };
}

async function walkTo(
  most: number,
  scope: Scope,
  walk: Walk,
  group: WordGroup,
  enough: number,
): Promise<void> {
  if (!isOpen(group, enough) || group.walked >= most) return;
  // As if so many thoughts of all had been looked at: that tells how frequent the words are.
  const reached = Math.max(scope.first, scope.last + 1 - most * scope.spacing);
  keep(group, await walk.find(group.words, enough, most), reached);
  group.walked = most;
}

function keep(group: WordGroup, { positions, isAll }: Walked, reached: number): void {
  addPositions(group, positions, reached);
  group.isAll = isAll;
}
