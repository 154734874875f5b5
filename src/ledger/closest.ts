/**
 * The name that a misspelt one most likely means: one that contains it or is contained in it, else the fewest edits
 * away.
 */
export function closest(written: string, names: readonly string[]): string {
  const given = normalizedName(written);
  const distances = names.map((name) => ({ name, distance: distance(given, normalizedName(name)) }));
  return distances.reduce((best, one) => (one.distance < best.distance ? one : best)).name;
}

function distance(given: string, name: string): number {
  if (given.length > 2 && (name.includes(given) || given.includes(name))) return 0;
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...given].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...name].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[name.length]!;
}

/** No name is nearly as long, so longer ones are not compared. */
const MAX_NAME = 100;

/** A name without case, spaces and punctuation, for comparing. */
export function normalizedName(name: string): string {
  return name.length > MAX_NAME ? "" : name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
