import { sessionIdFor } from "../../ledger/index.ts";
import { defineResource } from "../../mcp/define.ts";

/** The `think` window of a session, as one text for a prompt. */
export const thinkContext = defineResource({
  uri: "thoughtbox://think/{sessionId}/context",
  name: "think-context",
  title: "Context of think",
  description: "The newest thoughts of a session as one text for a prompt",
  mimeType: "text/plain",
  complete: { sessionId: (typed, { sessions }) => sessions.ids(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://think/${sessionId}/context`,
  async read({ sessionId }, { sessions }) {
    if (!(await sessions.get(sessionIdFor(sessionId!)))) return undefined;
    return sessions.context(sessionId!);
  },
});
