import { definePrompt } from "../../mcp/define.ts";
import { overview } from "../overview.ts";

/** An inventory of what this server offers. */
export const listMcpAssets = definePrompt({
  name: "list_mcp_assets",
  title: "List MCP assets",
  description: "Inventory all available MCP capabilities",
  arguments: [],
  render: async (_given, { catalogue }) => overview(catalogue),
});
