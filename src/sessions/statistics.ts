import {
  type Analysis,
  analyse,
  type BranchFate,
  factsOf,
  MAIN_BRANCH,
  type SessionSummary,
  type Thought,
} from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";

/** The analysis of a session and its branches in order of their forks. */
export interface SessionStatistics {
  readonly analysis: Analysis;
  readonly branches: readonly BranchStatistics[];
}

interface BranchStatistics {
  /** Empty for the main line. */
  readonly branchId: string;
  /** The branch that it forked from. */
  readonly parentBranch?: string;
  readonly thoughts: number;
  /** How it ended; absent for the main line. */
  readonly fate?: BranchFate;
}

/** Reads the statistics of a session in one pass over its thoughts, and a second one for the fates of its branches. */
export async function readStatistics(store: Store, session: SessionSummary): Promise<SessionStatistics> {
  const branches = new Map<string, { parentBranch?: string; thoughts: number }>();
  const branchOf = new Map<string, string>();

  async function* counted(): AsyncGenerator<Thought> {
    for await (const thought of allThoughts(store, session.id)) {
      const branchId = thought.branchId ?? MAIN_BRANCH;
      // A thought that is not in the map is in the main line.
      if (branchId !== MAIN_BRANCH) branchOf.set(thought.id, branchId);
      const branch = branches.get(branchId);
      if (branch) branch.thoughts++;
      else branches.set(branchId, { ...forkOf(thought), thoughts: 1 });
      yield thought;
    }
  }

  function forkOf({ branchId, parentId }: Thought): { parentBranch?: string } {
    return branchId === undefined ? {} : { parentBranch: branchOf.get(parentId ?? "") ?? MAIN_BRANCH };
  }

  const analysis = await analyse(session, counted());
  const fates = branches.size > 1 ? await readFates(store, session.id) : new Map<string, BranchFate>();
  return {
    analysis,
    branches: [...branches].map(([branchId, branch]) => {
      const fate = fates.get(branchId);
      return { branchId, ...branch, ...(fate && { fate }) };
    }),
  };
}

/** How the branches of a session ended. */
async function readFates(store: Store, sessionId: string): Promise<ReadonlyMap<string, BranchFate>> {
  const { branches } = await factsOf(allThoughts(store, sessionId), await store.facts(sessionId));
  return new Map(branches.map(({ branchId, fate }) => [branchId, fate]));
}
