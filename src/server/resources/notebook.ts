import { defineResource } from "../../mcp/define.ts";

/** One notebook; this version serves none, so every one is unknown. */
export const notebook = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}",
  name: "notebook",
  title: "Notebook",
  description: "Get notebook details",
  mimeType: "application/json",
  complete: { notebookId: async () => [] },
  read: async () => undefined,
});
