import { type McpRequestContext, McpServer, type ServerEventBus } from "@modelcontextprotocol/server";
import { addChangeTools } from "./fixtures/changes.ts";
import { addContentTools } from "./fixtures/content.ts";
import { addElicitationTools } from "./fixtures/elicitation.ts";
import { addInputRequiredTools, requestStates } from "./fixtures/input-required.ts";
import { addPrompts } from "./fixtures/prompts.ts";
import { addReportingTools } from "./fixtures/reporting.ts";
import { addResources } from "./fixtures/resources.ts";
import { addSchemaTools } from "./fixtures/schemas.ts";

/** A server with everything that the official conformance suite requires of a server, in both eras. */
export function conformanceServer(context: McpRequestContext, bus: ServerEventBus): McpServer {
  const server = new McpServer(
    { name: "clew-conformance", version: "0.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: requestStates.verify },
    },
  );
  addContentTools(server);
  addReportingTools(server);
  addElicitationTools(server);
  addInputRequiredTools(server);
  addSchemaTools(server);
  addChangeTools(server, context.era, bus);
  addResources(server, context.era);
  addPrompts(server);
  return server;
}
