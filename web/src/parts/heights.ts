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
}

/** Keeps heights in a tree of sums, so that each question and each change takes a few steps however many there are. */
export function createHeights(count: number, first: (row: number) => number): Heights {
  const heights = Float64Array.from({ length: count }, (_, row) => first(row));
  const sums = new Float64Array(count + 1);
  for (let index = 1; index <= count; index++) {
    sums[index]! += heights[index - 1]!;
    const above = index + (index & -index);
    if (above <= count) sums[above]! += sums[index]!;
  }
  const before = (row: number): number => {
    let sum = 0;
    for (let index = Math.min(row, count); index > 0; index -= index & -index) sum += sums[index]!;
    return sum;
  };
  let step = 1;
  while (step * 2 <= count) step *= 2;
  return {
    count,
    get total() {
      return before(count);
    },
    of: (row) => heights[row] ?? 0,
    before,
    at(height) {
      let index = 0;
      let rest = height;
      for (let bit = step; bit > 0; bit >>= 1) {
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
  };
}
