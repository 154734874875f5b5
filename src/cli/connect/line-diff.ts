/** One line of a comparison: kept, removed or added, with its index in both texts. */
export interface DiffStep {
  readonly sign: " " | "-" | "+";
  readonly before: number;
  readonly after: number;
}

const largestTable = 4_000_000;

/** Compares two lists of lines; removals come before additions where both stand at one place. */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly DiffStep[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const middle = compare(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const start = { before: before.length - tail, after: after.length - tail };
  return [
    ...Array.from({ length: head }, (_, i) => ({ sign: " " as const, before: i, after: i })),
    ...middle.map((step) => ({ ...step, before: step.before + head, after: step.after + head })),
    ...Array.from({ length: tail }, (_, i) => ({
      sign: " " as const,
      before: start.before + i,
      after: start.after + i,
    })),
  ];
}

/** By the longest common subsequence; past a size where that is slow, everything counts as replaced. */
function compare(a: readonly string[], b: readonly string[]): readonly DiffStep[] {
  const width = b.length + 1;
  const isSmall = (a.length + 1) * width <= largestTable;
  const common = new Uint32Array(isSmall ? (a.length + 1) * width : 0);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; isSmall && i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: DiffStep[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isKept = isSmall && i < a.length && j < b.length && a[i] === b[j];
    const isRemoved = i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1));
    const sign = isKept ? " " : isRemoved ? "-" : "+";
    steps.push({ sign, before: i, after: j });
    if (sign !== "+") i++;
    if (sign !== "-") j++;
  }
  return steps;
}
