/** Characters per line, and the length of the beginning in an outline entry. */
const WIDE = 84;
const NARROW = 40;
const BEGINNING = 140;
const LINE = 26;
const AROUND = 66;

/** Estimates the height of a row from the beginning of its text. */
export function estimateHeight(beginnings: readonly string[], key: number, isNarrow: boolean): number {
  if (key < 0) return 44;
  const beginning = beginnings[key - 1] ?? "";
  const perLine = isNarrow ? NARROW : WIDE;
  let lines = 1 + Math.floor(beginning.length / perLine);
  lines += beginning.split("\n").length - 1;
  // A longer text is usually a few times as long as its beginning.
  return AROUND + LINE * (beginning.length < BEGINNING ? lines : lines * 3);
}
