import * as z from "zod";
import type { SessionSummary } from "../../ledger/index.ts";
import { type ToolProgress, VIEWED } from "../../mcp/define.ts";
import { hierarchyPath, type Sessions } from "../../sessions/index.ts";
import { defineOperation } from "./operation.ts";

const NO_HANDLE =
  "No handle was sent, so there is no current session. Send the id of one of your sessions, listed in `sessions`, as sessionId.";

/** Returns the caller's session, location and stage. */
export const getState = defineOperation({
  name: "get_state",
  summary: "your session and stage",
  placeless: true,
  stage: 0,
  input: z.object({ view: z.boolean().optional() }),
  example: {},
  async run({ view }, { sessions, author, progress, location: { key, session, state, stage } }) {
    const { project, task, aspect } = hierarchyPath(state);
    return {
      hasActiveSession: session?.status === "active",
      sessionId: session?.id,
      project,
      task,
      aspect,
      stage,
      ...(view && session && { view: await shownSession(sessions, session, progress) }),
      ...(key === undefined && { sessions: await sessions.ownSessions(author), note: NO_HANDLE }),
    };
  },
});

/** How many thoughts a view shows. */
const MOST_THOUGHTS = 200;
const MOST_NOTES = 50;
/** A view has more room than the context of an agent. */
const BRIEF_TOKENS = 2_000;

/** A session for a person who views it in a client. Its notes are not marked as delivered to the agent. */
async function shownSession(sessions: Sessions, session: SessionSummary, { mark }: ToolProgress) {
  mark?.(VIEWED, true);
  const { id, title, status, project, thoughtCount } = session;
  const [thoughts, { lines }, notes] = await Promise.all([
    sessions.newest(id, thoughtCount, MOST_THOUGHTS),
    sessions.brief(id, BRIEF_TOKENS),
    sessions.notes(id),
  ]);
  return {
    session: { id, title, status, project, thoughtCount },
    thoughts,
    brief: lines,
    notes: notes.slice(-MOST_NOTES),
  };
}
