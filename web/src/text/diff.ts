/** A run of parts that both sequences have, or only the one before or the one after. */
export interface Change {
  readonly kind: "kept" | "removed" | "added";
  readonly parts: readonly string[];
}

/** Beyond so many differences the search ends: what differs is then told as a whole. */
const MOST_DIFFERENCES = 600;

/**
 * What must be removed from one sequence and added to it to get another. Kept and removed parts together are the first,
 * kept and added ones the second. For sequences that differ much, it is correct but not the shortest.
 */
export function diff(
  before: readonly string[],
  after: readonly string[],
  most = MOST_DIFFERENCES,
): readonly Change[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const one = before.slice(start, before.length - end);
  const other = after.slice(start, after.length - end);
  return joined([
    { kind: "kept", parts: before.slice(0, start) },
    ...(shortest(one, other, most) ?? [
      { kind: "removed" as const, parts: one },
      { kind: "added" as const, parts: other },
    ]),
    { kind: "kept", parts: before.slice(before.length - end) },
  ]);
}

/** What a text became, word by word. What is kept only by chance, a comma or an article amid changes, is not told. */
export function wordDiff(before: string, after: string): readonly Change[] {
  const changes = diff(wordsOf(before), wordsOf(after));
  return joined(
    changes.flatMap((change, index) => {
      const isBetween = index > 0 && index < changes.length - 1;
      if (change.kind !== "kept" || !isBetween || lettersOf(change) > BY_CHANCE) return [change];
      return [
        { kind: "removed" as const, parts: change.parts },
        { kind: "added" as const, parts: change.parts },
      ];
    }),
  );
}

/** So few letters between two changes are kept by chance. */
const BY_CHANCE = 8;

const lettersOf = ({ parts }: Change): number =>
  parts.reduce((sum, part) => sum + (/[\p{L}\p{N}]/u.test(part) ? part.trim().length : 0), 0);

/** A text in words: each with the white space that follows it, so that the words together are the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}_]+\s*|[^\s\p{L}\p{M}\p{N}_]\s*/gu) ?? [];
}

/** The shortest way by Myers' greedy search: for each number of differences, how far each diagonal is reached. */
function shortest(
  one: readonly string[],
  other: readonly string[],
  most: number,
): readonly Change[] | undefined {
  const limit = Math.min(one.length + other.length, most);
  const offset = limit + 1;
  const reached = new Int32Array(2 * limit + 3);
  const trail: Int32Array[] = [];
  for (let differences = 0; differences <= limit; differences++) {
    trail.push(reached.slice());
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const isDown = comesFromAbove(reached, offset, diagonal, differences);
      let x = isDown ? reached[offset + diagonal + 1]! : reached[offset + diagonal - 1]! + 1;
      let y = x - diagonal;
      while (x < one.length && y < other.length && one[x] === other[y]) {
        x++;
        y++;
      }
      reached[offset + diagonal] = x;
      if (x >= one.length && y >= other.length) return walkBack(one, other, trail, offset);
    }
  }
  return undefined;
}

function walkBack(
  one: readonly string[],
  other: readonly string[],
  trail: readonly Int32Array[],
  offset: number,
): readonly Change[] {
  const changes: Change[] = [];
  let x = one.length;
  let y = other.length;
  for (let differences = trail.length - 1; differences >= 0; differences--) {
    const reached = trail[differences]!;
    const diagonal = x - y;
    const isDown = comesFromAbove(reached, offset, diagonal, differences);
    const before = diagonal + (isDown ? 1 : -1);
    const fromX = differences === 0 ? 0 : reached[offset + before]!;
    const fromY = differences === 0 ? 0 : fromX - before;
    const kept = differences === 0 ? x : Math.min(x - fromX, y - fromY);
    if (kept > 0) changes.push({ kind: "kept", parts: one.slice(x - kept, x) });
    if (differences === 0) break;
    changes.push(
      isDown ? { kind: "added", parts: [other[fromY]!] } : { kind: "removed", parts: [one[fromX]!] },
    );
    x = fromX;
    y = fromY;
  }
  return changes.reverse();
}

/** Whether a diagonal is entered by adding a part, and not by removing one. */
function comesFromAbove(reached: Int32Array, offset: number, diagonal: number, differences: number): boolean {
  if (diagonal === -differences) return true;
  if (diagonal === differences) return false;
  return reached[offset + diagonal - 1]! < reached[offset + diagonal + 1]!;
}

/** Neighbours of one kind as one; within what differs, what was removed stands first. */
function joined(changes: readonly Change[]): readonly Change[] {
  const result: { kind: Change["kind"]; parts: string[] }[] = [];
  const waiting: string[] = [];
  const flush = () => {
    if (waiting.length > 0) result.push({ kind: "added", parts: waiting.splice(0) });
  };
  for (const { kind, parts } of changes) {
    if (parts.length === 0) continue;
    if (kind === "added") {
      append(waiting, parts);
      continue;
    }
    if (kind === "kept") flush();
    const last = result.at(-1);
    if (last?.kind === kind) append(last.parts, parts);
    else result.push({ kind, parts: [...parts] });
  }
  flush();
  return result;
}

/** There may be more parts than a call takes arguments. */
function append(to: string[], parts: readonly string[]): void {
  for (const part of parts) to.push(part);
}
