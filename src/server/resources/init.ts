import { defineResource } from "../../mcp/define.ts";

/** Sessions to resume, newest activity first. */
export const initSessions = defineResource({
  uri: "thoughtbox://init/sessions",
  name: "init-sessions",
  title: "Sessions to resume",
  description: "Session index for context loading",
  mimeType: "application/json",
  async read(_variables, { sessions }) {
    const listed = await sessions.list({ limit: 50 });
    return JSON.stringify({
      sessions: listed.map(({ id, title, project, tags, status, thoughtCount, updatedAt }) => ({
        id,
        title,
        project,
        tags,
        status,
        thoughtCount,
        updatedAt,
        load: `thoughtbox://init/load/${id}`,
      })),
    });
  },
});

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
