/** Fitted weights by the name of a property. */
export type Weights = ReadonlyMap<string, Float64Array>;

/** Reads a table of fitted weights: each line has its numbers, then the name of a property. */
export function readWeights(table: string): Weights {
  const found = new Map<string, Float64Array>();
  for (const line of table.trim().split("\n")) {
    const words = line.trim().split(/\s+/);
    const named = words.findIndex((word) => !/^-?\d+\.\d+$/.test(word));
    found.set(words.slice(named).join(" "), Float64Array.from(words.slice(0, named), Number));
  }
  return found;
}
