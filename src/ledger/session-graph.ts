import type { ReadThoughts } from "./export.ts";
import { assignLanes, type LaneLayout } from "./lanes.ts";
import { MAIN_BRANCH } from "./place-draft.ts";
import type { Thought } from "./thought.ts";

/** The structure of a session, in columns by row, without contents. */
export interface SessionGraph {
  /** Number of thoughts. */
  readonly length: number;
  /** Branch names; the first is the main branch. */
  readonly branches: readonly string[];
  /** Index of each thought's branch. */
  readonly branch: readonly number[];
  /** `seq` of each thought's parent, and of the thought it revises; 0 for none. */
  readonly parent: readonly number[];
  readonly revises: readonly number[];
  readonly layout: LaneLayout;
}

/** Reads the structure of a session. */
export async function readGraph(read: ReadThoughts): Promise<SessionGraph> {
  const seqOf = new Map<string, number>();
  const branches = new Map([[MAIN_BRANCH, 0]]);
  const branch: number[] = [];
  const parent: number[] = [];
  const revises: number[] = [];
  const known = (id: string | undefined) => (id === undefined ? 0 : (seqOf.get(id) ?? 0));
  for await (const { id, branchId = MAIN_BRANCH, parentId, revisesId } of read()) {
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

/** The thoughts of a graph with their rows, from 0, without those that arrived since. */
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
