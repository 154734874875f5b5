import { defineResource } from "../../mcp/define.ts";

/** The operations that notebooks will have; this version serves none. */
export const notebookOperations = defineResource({
  uri: "thoughtbox://notebook/operations",
  name: "notebook-operations",
  title: "Notebook operations",
  description: "Notebook operation catalog",
  mimeType: "text/markdown",
  read: async () =>
    "# Notebook operations\n\nNotebooks are not served by this version of Clew. There are no operations yet.\n",
});
