import * as z from "zod";
import { hierarchyPath } from "../../sessions/index.ts";
import { defineOperation } from "./operation.ts";

const NO_HANDLE =
  "No handle was sent, so there is no current session. Send the id of one of your sessions, listed in `sessions`, as sessionId.";

/** Returns the caller's session, location and stage. */
export const getState = defineOperation({
  name: "get_state",
  summary: "your session and stage",
  placeless: true,
  stage: 0,
  input: z.object({}),
  example: {},
  async run(_input, { sessions, author, location: { key, session, state, stage } }) {
    const { project, task, aspect } = hierarchyPath(state);
    return {
      hasActiveSession: session?.status === "active",
      sessionId: session?.id,
      project,
      task,
      aspect,
      stage,
      ...(key === undefined && { sessions: await sessions.ownSessions(author), note: NO_HANDLE }),
    };
  },
});
