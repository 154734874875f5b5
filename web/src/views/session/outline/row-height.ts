/** Letters of a line, and the beginning that every mark has. */
const WIDE = 84;
const NARROW = 40;
const BEGINNING = 140;
const LINE = 26;
const AROUND = 66;

/** About how tall a row will be: told by as much of the text as is known. */
export function estimateHeight(beginnings: readonly string[], key: number, isNarrow: boolean): number {
  if (key < 0) return 44;
  const beginning = beginnings[key - 1] ?? "";
  const letters = isNarrow ? NARROW : WIDE;
  let lines = 1 + Math.floor(beginning.length / letters);
  for (let at = beginning.indexOf("\n"); at >= 0; at = beginning.indexOf("\n", at + 1)) lines++;
  // A text that goes on after its beginning is a few times as long as a rule.
  return AROUND + LINE * (beginning.length < BEGINNING ? lines : lines * 3);
}
