import { defineResource } from "../../mcp/define.ts";

/** The view of a session inside of a client (MCP Apps): one page without network that asks its host for data. */
export const sessionView = defineResource({
  uri: "ui://clew/session",
  name: "session-view",
  title: "Session view",
  description: "Outline, brief and notes of a session, for clients that show MCP Apps",
  mimeType: "text/html;profile=mcp-app",
  read: async (_, { appView }) => appView?.(),
});
