import { Hono } from "hono";
import { addressOf, METADATA_PATH } from "./challenge.ts";
import { SCOPES } from "./scope.ts";

/** The metadata of a protected resource: what this server is called, and who gives out tokens for it. */
export function metadataRoutes({ publicUrl, issuer }: { publicUrl?: string; issuer?: string }): Hono {
  const routes = new Hono();
  for (const path of [METADATA_PATH, `${METADATA_PATH}/mcp`])
    routes.get(path, (context) =>
      context.json({
        resource: `${addressOf(context, publicUrl)}/mcp`,
        resource_name: "Clew",
        ...(issuer !== undefined && { authorization_servers: [issuer] }),
        scopes_supported: SCOPES,
        bearer_methods_supported: ["header"],
      }),
    );
  return routes;
}
