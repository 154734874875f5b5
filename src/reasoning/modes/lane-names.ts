import { type AppendResult, numbered, slug } from "../../ledger/index.ts";

/**
 * Names for the lanes that fork from an opening thought: short, and different from each other and from the lanes that
 * are there. In a session that was used before they carry the opening's number, so that two calls at once cannot meet
 * in one lane.
 */
export function laneNames(names: readonly string[], opening: AppendResult): readonly string[] {
  const taken = new Set(opening.branches);
  return names.map((name, index) => {
    const own = slug(name) || `lane-${index + 1}`;
    const base = opening.opened ? own : `${own}-${opening.thought.number}`;
    let attempt = 1;
    while (taken.has(numbered(base, attempt))) attempt++;
    const lane = numbered(base, attempt);
    taken.add(lane);
    return lane;
  });
}
