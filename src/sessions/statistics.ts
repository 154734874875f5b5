import {
  type Analysis,
  type BranchFate,
  type Fact,
  followAnalysis,
  followBranchEnds,
  MAIN_BRANCH,
  pace,
  type SessionSummary,
  type Thought,
} from "../ledger/index.ts";
import { createKeyedLock } from "../primitives/keyed-lock.ts";
import type { Store } from "../store/port.ts";
import { createSessionCache } from "./session-cache.ts";

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

/** The state of a longer session is not kept, because it has an entry for each thought on a branch. */
const MOST_KEPT = 20_000;
const SESSIONS_KEPT = 2;
/** How many thoughts are read at a time. */
const PAGE = 500;

/**
 * Creates the function that reads the statistics of a session in one pass over its thoughts. If the session has only
 * grown since the last call, it reads only the new thoughts.
 */
export function createStatistics(store: Store): (session: SessionSummary) => Promise<SessionStatistics> {
  const cache = createSessionCache<Followed>(store, SESSIONS_KEPT);
  const oneByOne = createKeyedLock();

  async function readOn(id: string, followed: Followed): Promise<void> {
    for (;;) {
      const thoughts = await store.thoughts(id, { after: followed.lastSeq(), limit: PAGE });
      for (const thought of thoughts) {
        followed.see(thought);
        await pace();
      }
      if (thoughts.length < PAGE) return;
    }
  }

  return (session) =>
    oneByOne(session.id, async () => {
      const { id } = session;
      const hasBranches = session.branchCount > 0;
      const { kept, position } = await cache.read(id, id, { mayGrow: true });
      const followed = kept && (kept.hasBranches || !hasBranches) ? kept : followStatistics(hasBranches);
      await readOn(id, followed);
      if (followed.lastSeq() <= MOST_KEPT) cache.keep(id, followed, position);
      return followed.of(session, await store.facts(id));
    });
}

type Followed = ReturnType<typeof followStatistics>;

/** Follows the statistics of a session thought by thought. How branches end is followed only if there are any. */
function followStatistics(hasBranches: boolean) {
  const branches = new Map<string, { parentBranch?: string; thoughts: number }>();
  const branchOf = new Map<string, string>();
  const analysis = followAnalysis();
  const ends = hasBranches ? followBranchEnds() : undefined;
  let lastSeq = 0;

  function forkOf({ branchId, parentId }: Thought): { parentBranch?: string } {
    return branchId === undefined ? {} : { parentBranch: branchOf.get(parentId ?? "") ?? MAIN_BRANCH };
  }

  return {
    hasBranches,
    lastSeq: (): number => lastSeq,
    see(thought: Thought): void {
      lastSeq = thought.seq;
      const branchId = thought.branchId ?? MAIN_BRANCH;
      // A thought that is not in the map is in the main line.
      if (branchId !== MAIN_BRANCH) branchOf.set(thought.id, branchId);
      const branch = branches.get(branchId);
      if (branch) branch.thoughts++;
      else branches.set(branchId, { ...forkOf(thought), thoughts: 1 });
      analysis.see(thought);
      ends?.see(thought);
    },
    of(session: SessionSummary, declared: readonly Fact[]): SessionStatistics {
      const fates = new Map(ends?.ends(declared).map(({ branchId, fate }) => [branchId, fate]));
      return {
        analysis: analysis.of(session),
        branches: [...branches].map(([branchId, branch]) => {
          const fate = fates.get(branchId);
          return { branchId, ...branch, ...(fate && { fate }) };
        }),
      };
    },
  };
}
