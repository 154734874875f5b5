/** Words that one thought must hold together, and what is known of where such thoughts stand. */
export interface WordGroup {
  readonly words: readonly string[];
  readonly positions: Set<number>;
  /** Whether there are no others. */
  isAll: boolean;
  /** Whether there are more than a few, held to times and sessions or not. */
  isMany: boolean;
  /** The lowest position that was looked at. */
  reached: number;
  /** How many matches were looked at in the index, before they were held to times and sessions. */
  examined: number;
  /** How many thoughts were walked through. */
  walked: number;
}

/** A group of which nothing is known up to this position. */
export function createGroup(words: readonly string[], last: number): WordGroup {
  const nothing = { isAll: false, isMany: false, examined: 0, walked: 0 };
  return { words, positions: new Set(), reached: last + 1, ...nothing };
}

/** Adds positions that were found by looking at all down to `reached`. */
export function addPositions(group: WordGroup, positions: readonly number[], reached: number): void {
  for (const position of positions) group.positions.add(position);
  group.reached = reached;
}

/** Whether more matches are wanted and there may be some. */
export function isOpen({ isAll, positions }: WordGroup, enough: number): boolean {
  return !isAll && positions.size < enough;
}
