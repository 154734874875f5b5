import {
  type Analysis,
  analyse,
  type BranchFate,
  followBranchEnds,
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

/** Reads the statistics of a session in one pass over its thoughts. */
export async function readStatistics(store: Store, session: SessionSummary): Promise<SessionStatistics> {
  const branches = new Map<string, { parentBranch?: string; thoughts: number }>();
  const branchOf = new Map<string, string>();
  const ends = session.branchCount > 0 ? followBranchEnds() : undefined;

  async function* counted(): AsyncGenerator<Thought> {
    for await (const thought of allThoughts(store, session.id)) {
      const branchId = thought.branchId ?? MAIN_BRANCH;
      // A thought that is not in the map is in the main line.
      if (branchId !== MAIN_BRANCH) branchOf.set(thought.id, branchId);
      const branch = branches.get(branchId);
      if (branch) branch.thoughts++;
      else branches.set(branchId, { ...forkOf(thought), thoughts: 1 });
      ends?.see(thought);
      yield thought;
    }
  }

  function forkOf({ branchId, parentId }: Thought): { parentBranch?: string } {
    return branchId === undefined ? {} : { parentBranch: branchOf.get(parentId ?? "") ?? MAIN_BRANCH };
  }

  const analysis = await analyse(session, counted());
  const declared = ends ? await store.facts(session.id) : [];
  const fates = new Map(ends?.ends(declared).map(({ branchId, fate }) => [branchId, fate]));
  return {
    analysis,
    branches: [...branches].map(([branchId, branch]) => {
      const fate = fates.get(branchId);
      return { branchId, ...branch, ...(fate && { fate }) };
    }),
  };
}
