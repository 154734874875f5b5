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
