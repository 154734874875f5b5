import * as z from "zod";
import { locationOf } from "../../reasoning/index.ts";
import { defineOperation } from "./operation.ts";

/** Tells where the caller stands. */
export const getState = defineOperation({
  name: "get_state",
  summary: "where you stand",
  stage: 0,
  input: z.object({}),
  example: {},
  async run(_input, { standing: { session, state, stage } }) {
    const { project, task, aspect } = locationOf(state);
    return {
      hasActiveSession: session?.status === "active",
      ...(session && { sessionId: session.id }),
      project,
      ...(task !== undefined && { task }),
      ...(aspect !== undefined && { aspect }),
      stage,
    };
  },
});
