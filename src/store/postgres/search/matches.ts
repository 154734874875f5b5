import type { Queryable } from "../database.ts";
import { readFromNewest } from "./read-newest.ts";
import type { Scope } from "./search-scope.ts";
import type { Walk } from "./walk.ts";
import { walkFirst, walkLast } from "./walk-through.ts";
import { createGroup } from "./word-group.ts";

/** Where the thoughts that hold all words of a group stand, newest first. */
export interface Matches {
  readonly positions: readonly number[];
  /** False when there may be more that were not looked at. */
  readonly isAll: boolean;
  /** The lowest position that was looked at. */
  readonly reached: number;
}

/**
 * Finds the newest matches of groups of words, for each group up to `enough`: of one group, or of several that are one
 * word each. In a scope that is held to sessions, those are walked through where the index would read too much.
 */
export async function findMatches(
  db: Queryable,
  scope: Scope,
  walk: Walk | undefined,
  wanted: readonly (readonly string[])[],
  enough: number,
): Promise<Matches[]> {
  const groups = wanted.map((words) => createGroup(words, scope.last));
  const open = walk ? await walkFirst(db, scope, walk, groups, enough) : groups;
  if (open.length > 0) await readFromNewest(db, scope, open, enough);
  if (walk) await walkLast(scope, walk, open, enough);
  return groups.map(({ positions, isAll, reached }) => ({
    positions: [...positions].sort((a, b) => b - a).slice(0, enough),
    isAll,
    reached,
  }));
}
