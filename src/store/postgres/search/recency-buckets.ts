/**
 * Bucket sizes in positions, as `clew.recency_buckets` computes them: each level covers 64 times as many positions as
 * the one before.
 */
const SIZES = [2 ** 25, 2 ** 31, 2 ** 37] as const;
/** The smallest bucket. */
export const SMALLEST_BUCKET = SIZES[0];
/** The index compares each thought with every bucket of a read. */
const MAX_BUCKETS = 16;

/** A range of positions that consists of whole buckets. */
export interface BucketRange {
  readonly buckets: readonly string[];
  /** The lowest position. */
  readonly first: number;
}

/** The buckets of at least this many positions up to `last`; fewer if that takes too many buckets. */
export function bucketsUpTo(last: number, positions: number): BucketRange {
  const buckets: string[] = [];
  let first = (Math.floor(last / SIZES[0]) + 1) * SIZES[0];
  for (
    let left = positions;
    left > 0 && first > 0 && buckets.length < MAX_BUCKETS;
    left = first + positions - last - 1
  ) {
    // A larger bucket is used if it ends here and is at most twice as large as what is left.
    const level = SIZES.findLastIndex(
      (size, index) => index === 0 || (first % size === 0 && size <= 2 * left),
    );
    const size = SIZES[level]!;
    first -= size;
    buckets.push(`~${level}.${first / size}`);
  }
  return { buckets, first };
}
