import { defineResource } from "../../mcp/define.ts";

/** One session without its thoughts. */
export const session = defineResource({
  uri: "thoughtbox://sessions/{sessionId}",
  name: "session",
  title: "Session",
  description: "Load specific session details",
  mimeType: "application/json",
  complete: { sessionId: (typed, { reasoning }) => reasoning.sessionIds(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://sessions/${sessionId}`,
  async read({ sessionId }, { reasoning }) {
    const found = await reasoning.session(sessionId!);
    return found && JSON.stringify(found);
  },
});
