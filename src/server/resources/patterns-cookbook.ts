import { defineResource } from "../../mcp/define.ts";

/** Six ways to structure a chain of thoughts. */
export const patternsCookbook = defineResource({
  uri: "thoughtbox://patterns-cookbook",
  name: "patterns-cookbook",
  title: "Patterns cookbook",
  description: "6 core reasoning patterns with examples",
  mimeType: "text/markdown",
  read: async () => (await import("./patterns-cookbook.md")).default,
});
