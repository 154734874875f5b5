import { defineResource } from "../../mcp/define.ts";

/** One session without its thoughts. */
export const session = defineResource({
  uri: "thoughtbox://sessions/{sessionId}",
  name: "session",
  title: "Session",
  description: "Load specific session details",
  mimeType: "application/json",
  complete: { sessionId: (typed, { sessions }) => sessions.ids(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://sessions/${sessionId}`,
  async read({ sessionId }, { sessions }) {
    const found = await sessions.get(sessionId!);
    if (!found) return undefined;
    const facts = await sessions.facts(found.id);
    return JSON.stringify({ ...found, ...(facts.length > 0 && { facts }) });
  },
});
