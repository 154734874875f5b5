/** The heights and positions of many rows. */
export interface Heights {
  readonly count: number;
  /** The total height. */
  readonly total: number;
  of(row: number): number;
  /** The position of a row. */
  before(row: number): number;
  /** The row at a position, clamped to the first and the last. */
  at(height: number): number;
  set(row: number, height: number): void;
  /** Appends rows up to `count`. */
  grow(count: number, heightOf: (row: number) => number): void;
}

/** A Fenwick tree: every operation takes O(log n). */
export function createHeights(): Heights {
  let count = 0;
  let heights = new Float64Array();
  /** At index i (from 1), the sum of the last `i & -i` rows up to it. */
  let sums = new Float64Array(1);
  const before = (row: number): number => {
    let sum = 0;
    for (let index = Math.min(row, count); index > 0; index -= index & -index) sum += sums[index]!;
    return sum;
  };
  return {
    get count() {
      return count;
    },
    get total() {
      return before(count);
    },
    of: (row) => heights[row] ?? 0,
    before,
    at(height) {
      let index = 0;
      let remaining = height;
      for (let bit = 2 ** Math.floor(Math.log2(count)); bit > 0; bit >>= 1) {
        if (index + bit > count || sums[index + bit]! > remaining) continue;
        index += bit;
        remaining -= sums[index]!;
      }
      return Math.max(0, Math.min(index, count - 1));
    },
    set(row, height) {
      const change = height - heights[row]!;
      heights[row] = height;
      for (let index = row + 1; index <= count; index += index & -index) sums[index]! += change;
    },
    grow(target, heightOf) {
      if (target > heights.length) {
        // Grows in powers of two, so that single rows are not copied each time.
        const capacity = Math.max(target, 2 * heights.length);
        heights = withCapacity(heights, capacity);
        sums = withCapacity(sums, capacity + 1);
      }
      while (count < target) {
        const height = heightOf(count);
        heights[count++] = height;
        let sum = height;
        for (let part = 1; part < (count & -count); part *= 2) sum += sums[count - part]!;
        sums[count] = sum;
      }
    },
  };
}

/** Browsers limit the height of a page. */
const TALLEST = 12_000_000;

/** The largest estimate for a row that was never rendered. It changes in steps, so that a new row does not move others. */
export function largestEstimate(count: number): number {
  return TALLEST / 2 ** Math.ceil(Math.log2(Math.max(1, count)));
}

function withCapacity(values: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(capacity);
  larger.set(values);
  return larger;
}
