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

/** The thoughts of one session, in pages. `next` is the URI of the next page. */
export const sessionThoughts = defineResource({
  uri: "thoughtbox://sessions/{sessionId}/thoughts",
  name: "session-thoughts",
  title: "Thoughts of a session",
  description: "Get all thoughts from session, 500 a page; follow `next`",
  mimeType: "application/json",
  complete: { sessionId: (typed, { sessions }) => sessions.ids(typed) },
  updatedBy: ({ sessionId }) => sessionId && `thoughtbox://sessions/${sessionId}/thoughts`,
  async read({ sessionId }, { sessions }, query) {
    if (!(await sessions.get(sessionId!))) return undefined;
    const after = Number(query.get("after") ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) return undefined;
    const { thoughts, next } = await sessions.page(sessionId!, after);
    const uri = next === undefined ? undefined : `thoughtbox://sessions/${sessionId}/thoughts?after=${next}`;
    return JSON.stringify({ sessionId, thoughts, next: uri });
  },
});

/** The view of a session inside of a client (MCP Apps): one page without network that asks its host for data. */
export const sessionView = defineResource({
  uri: "ui://clew/session",
  name: "session-view",
  title: "Session view",
  description: "Outline, brief and notes of a session, for clients that show MCP Apps",
  mimeType: "text/html;profile=mcp-app",
  read: async (_, { appView }) => appView?.(),
});
