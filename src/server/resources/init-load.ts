import { defineResource } from "../../mcp/define.ts";

/** All that is needed to go on in a session: its brief, and how. */
export const initLoad = defineResource({
  uri: "thoughtbox://init/load/{sessionId}",
  name: "init-load",
  title: "Load a session",
  description: "Load session context",
  mimeType: "text/markdown",
  complete: { sessionId: (typed, { reasoning }) => reasoning.sessionIds(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://init/load/${sessionId}`,
  async read({ sessionId }, { reasoning }) {
    if (!(await reasoning.session(sessionId!))) return undefined;
    const { brief } = await reasoning.brief(sessionId!);
    return `${brief}\n\nGo on in it with sessionId: ${JSON.stringify(sessionId)}. All thoughts: thoughtbox://sessions/${sessionId}/thoughts\n`;
  },
});
