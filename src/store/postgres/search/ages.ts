/** How many positions the marks of an age stand for, as `clew.ages` gives them: each is 64 of the one before. */
const SIZES = [2 ** 25, 2 ** 31, 2 ** 37] as const;
/** The fewest positions of an age. */
export const SMALLEST_AGE = SIZES[0];
/** The most marks of one reading: the index looks at each of them for every thought. */
const MOST_MARKS = 16;

/** A stretch of positions, made of whole ages. */
export interface Ages {
  readonly marks: readonly string[];
  /** The lowest position of the stretch. */
  readonly first: number;
}

/** The ages of at least so many positions up to the last; fewer where it takes too many marks. */
export function agesUpTo(last: number, positions: number): Ages {
  const marks: string[] = [];
  let first = (Math.floor(last / SIZES[0]) + 1) * SIZES[0];
  for (
    let left = positions;
    left > 0 && first > 0 && marks.length < MOST_MARKS;
    left = first + positions - last - 1
  ) {
    // A larger age is taken where it ends here and is not much more than what is asked for.
    const level = SIZES.findLastIndex((size, at) => at === 0 || (first % size === 0 && size <= 2 * left));
    const size = SIZES[level]!;
    first -= size;
    marks.push(`~${level}.${first / size}`);
  }
  return { marks, first };
}
