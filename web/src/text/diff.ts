import { diffArrays } from "diff";

/** A run of parts that are in both sequences, only in the first, or only in the second. */
export interface Change {
  readonly kind: "kept" | "removed" | "added";
  readonly parts: readonly string[];
}

/** With more differences than this the search ends, and everything between the first and the last one counts as changed. */
const MOST_DIFFERENCES = 600;

/**
 * The changes that turn one sequence into another: kept and removed parts are the first sequence, kept and added parts
 * the second. It is the shortest such list unless there are more than `most` differences.
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
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const changes = diffArrays(removed, added, { maxEditLength: most })?.map((part) => ({
    kind: part.removed ? ("removed" as const) : part.added ? ("added" as const) : ("kept" as const),
    parts: part.value,
  }));
  return join([
    { kind: "kept", parts: before.slice(0, start) },
    ...(changes ?? [
      { kind: "removed" as const, parts: removed },
      { kind: "added" as const, parts: added },
    ]),
    { kind: "kept", parts: before.slice(before.length - end) },
  ]);
}

/** The changes between two texts, word by word. A comma or an article between two changes counts as changed. */
export function wordDiff(before: string, after: string): readonly Change[] {
  const changes = diff(wordsOf(before), wordsOf(after));
  return join(
    changes.flatMap((change, index) => {
      const isBetween = index > 0 && index < changes.length - 1;
      if (change.kind !== "kept" || !isBetween || wordLength(change) > SHORT_MATCH) return [change];
      return [
        { kind: "removed" as const, parts: change.parts },
        { kind: "added" as const, parts: change.parts },
      ];
    }),
  );
}

/** Matches of at most this many characters between two changes are coincidences. */
const SHORT_MATCH = 8;

const wordLength = ({ parts }: Change): number =>
  parts.reduce((sum, part) => sum + (/[\p{L}\p{N}]/u.test(part) ? part.trim().length : 0), 0);

/** Splits a text into words, each with the whitespace after it. Joined again, they are the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}_]+\s*|[^\s\p{L}\p{M}\p{N}_]\s*/gu) ?? [];
}

/** Merges neighbours of one kind. Between two kept runs, removed parts come before added ones. */
function join(changes: readonly Change[]): readonly Change[] {
  const result: { kind: Change["kind"]; parts: string[] }[] = [];
  const pending: string[] = [];
  const flush = () => {
    if (pending.length > 0) result.push({ kind: "added", parts: pending.splice(0) });
  };
  for (const { kind, parts } of changes) {
    if (parts.length === 0) continue;
    if (kind === "added") {
      append(pending, parts);
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

/** `push(...parts)` fails for very long lists. */
function append(to: string[], parts: readonly string[]): void {
  for (const part of parts) to.push(part);
}
