import type { Thought } from "../data/api-types.ts";
import { type GutterLine, gutterLines } from "../offline/gutter-lines.ts";

/** The columns and lines of the thoughts that are shown, which may begin in the middle of a session. */
export function lanesOf(thoughts: readonly Thought[]): {
  readonly columns: readonly number[];
  readonly lines: readonly (readonly GutterLine[])[];
  readonly width: number;
} {
  const branches = ["", ...new Set(thoughts.flatMap(({ branchId }) => branchId ?? []))];
  const rowOf = new Map(thoughts.map(({ id }, index) => [id, index + 1]));
  const columns = thoughts.map(({ branchId = "" }) => branches.indexOf(branchId));
  const lanes = branches.flatMap((_, column) => {
    const first = columns.indexOf(column);
    if (first < 0) return [];
    const { parentId } = thoughts[first]!;
    const fork = column === 0 || parentId == null ? 0 : (rowOf.get(parentId) ?? 0);
    return {
      branch: column,
      column,
      first: first + 1,
      from: first + 1,
      last: columns.lastIndexOf(column) + 1,
      fork,
    };
  });
  const lines = gutterLines({ lanes, thoughts: columns.map((column) => ({ column })) });
  return { columns, lines, width: branches.length };
}
