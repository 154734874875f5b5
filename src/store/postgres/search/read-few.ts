import type { Queryable } from "../database.ts";
import { readAges } from "./read-ages.ts";
import type { Scope } from "./search-scope.ts";
import { addPositions, type WordGroup } from "./word-group.ts";

/** So many matches of a group are few. */
const FEW = 1_000;

/** How far reading has come. */
interface Progress {
  /** How many matches of a group are wanted, and how many may be looked at. */
  readonly enough: number;
  readonly most: number;
  /** How many positions were read. */
  readonly seen: number;
}

/**
 * Reads all matches of the groups that seem to have few, whatever their age: the index leaps from one rare word to the
 * next of another far quicker than through the ages. Those that have more after all are told, and nothing is kept of them.
 */
export async function readFew(
  db: Queryable,
  scope: Scope,
  groups: readonly WordGroup[],
  { enough, most, seen }: Progress,
  frequency: (word: string) => number,
): Promise<void> {
  const few = Math.min(FEW, most / 2);
  const unseen = (scope.thoughts * scope.spacing) / seen;
  const chosen = groups.filter(({ isMany, examined }) => !isMany && (examined + 1) * unseen <= few);
  if (chosen.length === 0) return;
  const read = await readAges(db, scope, { groups: chosen, enough, most: 2 * few }, frequency);
  for (const [at, group] of chosen.entries()) {
    group.isAll = read[at]!.examined < 2 * few;
    group.isMany = !group.isAll;
    if (group.isAll) addPositions(group, read[at]!.positions, scope.first);
  }
}
