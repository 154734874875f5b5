import { expect } from "vitest";
import type { Thought } from "../../ledger/index.ts";

/**
 * Every parent came earlier in the same session; the first thought of a branch hangs on another branch, the rest on
 * their own.
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
