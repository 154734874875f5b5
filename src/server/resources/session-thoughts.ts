import { defineResource } from "../../mcp/define.ts";

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
