import type { ReadThoughts } from "./export.ts";
import { assignLanes, type LaneLayout } from "./lanes.ts";
import { MAIN_LANE } from "./place.ts";
import type { Thought } from "./thought.ts";

/** How the thoughts of a session hang together, in columns by row; contents are not held. */
export interface SessionGraph {
  /** How many thoughts there are. */
  readonly length: number;
  /** The names of the lanes; the first is the main one. */
  readonly branches: readonly string[];
  /** Index of each thought's lane. */
  readonly branch: readonly number[];
  /** `seq` of the thought that each hangs on, and of the one that it revises; 0 for none. */
  readonly parent: readonly number[];
  readonly revises: readonly number[];
  readonly layout: LaneLayout;
}

/** Reads how a session hangs together. */
export async function readGraph(read: ReadThoughts): Promise<SessionGraph> {
  const seqOf = new Map<string, number>();
  const branches = new Map([[MAIN_LANE, 0]]);
  const branch: number[] = [];
  const parent: number[] = [];
  const revises: number[] = [];
  const known = (id: string | undefined) => (id === undefined ? 0 : (seqOf.get(id) ?? 0));
  for await (const { id, branchId = MAIN_LANE, parentId, revisesId } of read()) {
    const lane = branches.get(branchId) ?? branches.size;
    branches.set(branchId, lane);
    branch.push(lane);
    parent.push(known(parentId));
    revises.push(known(revisesId));
    seqOf.set(id, branch.length);
  }
  const layout = assignLanes(branch, parent);
  return { length: branch.length, branches: [...branches.keys()], branch, parent, revises, layout };
}

/** The thoughts of a graph with their rows, from 0; what arrived since is left out. */
export async function* rowsOf(
  { length }: SessionGraph,
  read: ReadThoughts,
): AsyncGenerator<{ readonly row: number; readonly thought: Thought }> {
  let row = 0;
  if (length === 0) return;
  for await (const thought of read()) {
    yield { row, thought };
    if (++row === length) return;
  }
}
