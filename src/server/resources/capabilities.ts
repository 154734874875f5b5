import { defineResource } from "../../mcp/define.ts";
import { overview } from "../overview.ts";

/** Everything this server offers. */
export const capabilities = defineResource({
  uri: "thoughtbox://capabilities",
  name: "capabilities",
  title: "Capabilities",
  description: "Server capabilities overview",
  mimeType: "text/markdown",
  read: async (_variables, { catalogue }) => overview(catalogue),
});
