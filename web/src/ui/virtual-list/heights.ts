/** The heights of many rows, of which any may change, and where each of them begins. */
export interface Heights {
  readonly count: number;
  /** The height of all rows. */
  readonly total: number;
  of(row: number): number;
  /** Where a row begins. */
  before(row: number): number;
  /** The row at a height; the first or the last for what lies outside. */
  at(height: number): number;
  set(row: number, height: number): void;
  /** Adds rows until there are so many. */
  grow(count: number, heightOf: (row: number) => number): void;
}

/** Keeps heights in a tree of sums, so that each question and each change takes a few steps however many there are. */
export function createHeights(): Heights {
  let count = 0;
  let heights = new Float64Array();
  /** At each place, counted from 1, the sum of as many rows up to it as its lowest bit tells. */
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
      let rest = height;
      for (let bit = 2 ** Math.floor(Math.log2(count)); bit > 0; bit >>= 1) {
        if (index + bit > count || sums[index + bit]! > rest) continue;
        index += bit;
        rest -= sums[index]!;
      }
      return Math.max(0, Math.min(index, count - 1));
    },
    set(row, height) {
      const change = height - heights[row]!;
      heights[row] = height;
      for (let index = row + 1; index <= count; index += index & -index) sums[index]! += change;
    },
    grow(wanted, heightOf) {
      if (wanted > heights.length) {
        // Room for more, so that rows that come one by one are not copied each time.
        const room = Math.max(wanted, 2 * heights.length);
        heights = withRoom(heights, room);
        sums = withRoom(sums, room + 1);
      }
      while (count < wanted) {
        const height = heightOf(count);
        heights[count++] = height;
        let sum = height;
        for (let part = 1; part < (count & -count); part *= 2) sum += sums[count - part]!;
        sums[count] = sum;
      }
    },
  };
}

/** No browser shows a page that is much taller. */
const TALLEST = 12_000_000;

/**
 * How much room an unseen row of so many gets at most: where there are very many, less. It changes in steps, so that a
 * row more does not move all others.
 */
export function roomFor(count: number): number {
  return TALLEST / 2 ** Math.ceil(Math.log2(Math.max(1, count)));
}

function withRoom(values: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(room);
  larger.set(values);
  return larger;
}
