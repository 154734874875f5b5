/** Counts times in `parts` equal intervals between `from` and `to`. */
export function density(
  times: readonly number[],
  from: number,
  to: number,
  parts: number,
): readonly number[] {
  const counts = new Array<number>(parts).fill(0);
  const span = to - from;
  for (const time of times) {
    if (time < from || time > to) continue;
    const part = span === 0 ? 0 : Math.min(parts - 1, Math.floor(((time - from) / span) * parts));
    counts[part]!++;
  }
  return counts;
}
