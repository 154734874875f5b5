/** Reads a table of fitted weights: each line has its numbers, then the name of a property. */
export function readWeights(table: string): ReadonlyMap<string, Float64Array> {
  const found = new Map<string, Float64Array>();
  for (const line of table.trim().split("\n")) {
    const [, numbers = "", name = ""] = /^((?:\s{0,9}-?\d{1,9}\.\d{1,9})+) (.+)$/.exec(line) ?? [];
    found.set(name, Float64Array.from(numbers.trim().split(/\s+/), Number));
  }
  return found;
}
