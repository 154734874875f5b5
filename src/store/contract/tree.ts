import { expect } from "vitest";
import type { Thought } from "../../ledger/index.ts";

/**
 * Checks that every parent is an earlier thought of the same session: for the first thought of a branch one of another
 * branch, for the others one of their own branch.
 */
export function checkTree(thoughts: readonly Thought[]): void {
  const byId = new Map(thoughts.map((thought) => [thought.id, thought]));
  const tails = new Map<string, string>();
  for (const thought of thoughts) {
    const branch = thought.branchId ?? "";
    const parent = thought.parentId === undefined ? undefined : byId.get(thought.parentId);
    if (thought.parentId !== undefined) expect(parent!.seq).toBeLessThan(thought.seq);
    const tail = tails.get(branch);
    if (tail !== undefined) expect(thought.parentId).toBe(tail);
    else if (parent) expect(parent.branchId ?? "").not.toBe(branch);
    tails.set(branch, thought.id);
  }
}
