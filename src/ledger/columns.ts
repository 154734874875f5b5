/** The columns that lanes are drawn in, each taken up to some row. */
export interface Columns {
  /** The leftmost column that is free from this row on; a new one if none is. */
  free(from: number): number;
  /** Takes a column up to and with this row. */
  take(column: number, last: number): void;
  /** How many columns were ever taken. */
  width(): number;
}

/** Finds free columns in a tree of minima: a session may have 50,000 lanes side by side, and looking at each is too slow. */
export function createColumns(): Columns {
  let size = 1;
  let width = 0;
  /** `least[size + column]` is the last row that is taken there; a node above holds the least of its two. */
  let least: number[] = [0, Number.POSITIVE_INFINITY];

  function grow(): void {
    const leaves = least.slice(size);
    size *= 2;
    least = new Array<number>(2 * size).fill(Number.POSITIVE_INFINITY);
    for (const [column, row] of leaves.entries()) least[size + column] = row;
    for (let node = size - 1; node > 0; node--) update(node);
  }

  function update(node: number): void {
    least[node] = Math.min(least[2 * node]!, least[2 * node + 1]!);
  }

  return {
    free(from) {
      if (least[1]! >= from) return width;
      let node = 1;
      while (node < size) node = least[2 * node]! < from ? 2 * node : 2 * node + 1;
      return node - size;
    },
    take(column, last) {
      while (column >= size) grow();
      width = Math.max(width, column + 1);
      least[size + column] = last;
      for (let node = (size + column) >> 1; node > 0; node >>= 1) update(node);
    },
    width: () => width,
  };
}
