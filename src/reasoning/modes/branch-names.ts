import { type AppendResult, numbered, slug } from "../../ledger/index.ts";

/**
 * Names for the branches that fork from an opening thought: short and unique in the session. In a session with earlier
 * thoughts they carry the opening's number, so that two concurrent calls never share a branch.
 */
export function branchNames(names: readonly string[], opening: AppendResult): readonly string[] {
  const taken = new Set(opening.branches);
  return names.map((name, index) => {
    const own = slug(name) || `branch-${index + 1}`;
    const base = opening.opened ? own : `${own}-${opening.thought.number}`;
    let attempt = 1;
    while (taken.has(numbered(base, attempt))) attempt++;
    const branch = numbered(base, attempt);
    taken.add(branch);
    return branch;
  });
}
