import { analyse, MAIN_LANE, type SessionSummary, type Thought } from "../../ledger/index.ts";
import { allThoughts, type Store } from "../../store/port.ts";
import type { SessionFigures } from "./schemas.ts";

/** A session's analysis and lanes, in one pass over its thoughts. */
export async function figuresOf(store: Store, session: SessionSummary): Promise<SessionFigures> {
  const lanes = new Map<string, { parentBranch?: string; thoughts: number }>();
  const branchOf = new Map<string, string>();

  async function* counted(): AsyncGenerator<Thought> {
    for await (const thought of allThoughts(store, session.id)) {
      const branchId = thought.branchId ?? MAIN_LANE;
      // A thought that is not here stands in the main lane.
      if (branchId !== MAIN_LANE) branchOf.set(thought.id, branchId);
      const lane = lanes.get(branchId);
      if (lane) lane.thoughts++;
      else lanes.set(branchId, { ...forkOf(thought), thoughts: 1 });
      yield thought;
    }
  }

  function forkOf({ branchId, parentId }: Thought): { parentBranch?: string } {
    return branchId === undefined ? {} : { parentBranch: branchOf.get(parentId ?? "") ?? MAIN_LANE };
  }

  const analysis = await analyse(session, counted());
  return { analysis, lanes: [...lanes].map(([branchId, lane]) => ({ branchId, ...lane })) };
}
