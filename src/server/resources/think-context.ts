import { sessionIdFor } from "../../ledger/index.ts";
import { defineResource } from "../../mcp/define.ts";

/** The `think` window of a session, as one text for a prompt. */
export const thinkContext = defineResource({
  uri: "thoughtbox://think/{sessionId}/context",
  name: "think-context",
  title: "Context of think",
  description: "The newest thoughts of a session as one text for a prompt",
  mimeType: "text/plain",
  complete: { sessionId: (typed, { reasoning }) => reasoning.sessionIds(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://think/${sessionId}/context`,
  async read({ sessionId }, { reasoning }) {
    if (!(await reasoning.session(sessionIdFor(sessionId!)))) return undefined;
    return reasoning.formattedContext(sessionId!);
  },
});
