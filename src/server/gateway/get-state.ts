import * as z from "zod";
import { hierarchyPath } from "../../reasoning/index.ts";
import { defineOperation } from "./operation.ts";

const NO_HANDLE =
  "No handle was sent, so there is no current session. Send one of sessions, the ones you opened, as sessionId.";

/** Tells where the caller stands. */
export const getState = defineOperation({
  name: "get_state",
  summary: "where you stand",
  placeless: true,
  stage: 0,
  input: z.object({}),
  example: {},
  async run(_input, { reasoning, author, location: { key, session, state, stage } }) {
    const { project, task, aspect } = hierarchyPath(state);
    return {
      hasActiveSession: session?.status === "active",
      ...(session && { sessionId: session.id }),
      project,
      ...(task !== undefined && { task }),
      ...(aspect !== undefined && { aspect }),
      stage,
      ...(key === undefined && { sessions: await reasoning.ownSessions(author), note: NO_HANDLE }),
    };
  },
});
