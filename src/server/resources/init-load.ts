import { defineResource } from "../../mcp/define.ts";

/** The brief of a session, and how to continue it. */
export const initLoad = defineResource({
  uri: "thoughtbox://init/load/{sessionId}",
  name: "init-load",
  title: "Load a session",
  description: "Load session context",
  mimeType: "text/markdown",
  complete: { sessionId: (typed, { sessions }) => sessions.ids(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://init/load/${sessionId}`,
  async read({ sessionId }, { sessions }) {
    if (!(await sessions.get(sessionId!))) return undefined;
    const { brief } = await sessions.brief(sessionId!);
    return `${brief}\n\nContinue it with sessionId: ${JSON.stringify(sessionId)}. All thoughts: thoughtbox://sessions/${sessionId}/thoughts\n`;
  },
});
