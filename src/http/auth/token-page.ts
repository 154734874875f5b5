import { Hono } from "hono";
import { addressOf } from "./challenge.ts";

/** Where the metadata of an authorization server is expected (RFC 8414). */
const SERVER_PATH = "/.well-known/oauth-authorization-server";
const REGISTER = "/oauth/register";
const AUTHORIZE = "/oauth/authorize";
const TOKEN = "/oauth/token";

/** The paths of `tokenNeededRoutes`; they need no token. */
export const TOKEN_NEEDED_PATHS = [SERVER_PATH, `${SERVER_PATH}/mcp`, REGISTER, AUTHORIZE, TOKEN];

const ADVICE = "This server needs a token. Ask its operator for one, then send it as Authorization: Bearer.";

/**
 * OAuth endpoints for a server that has tokens but no issuer. A client that gets a 401 looks for an authorization
 * server here and, without an answer, reports a failed registration. These let it get as far as the sign-in page,
 * which says that a token is needed and where to put it. They never give out a token.
 */
export function tokenNeededRoutes(publicUrl?: string): Hono {
  const routes = new Hono();
  for (const path of [SERVER_PATH, `${SERVER_PATH}/mcp`])
    routes.get(path, (context) => {
      const issuer = addressOf(context, publicUrl);
      return context.json({
        issuer,
        authorization_endpoint: issuer + AUTHORIZE,
        token_endpoint: issuer + TOKEN,
        registration_endpoint: issuer + REGISTER,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    });
  // Every client gets the same answer, so nothing is stored.
  routes.post(REGISTER, async (context) =>
    context.json({ ...(await redirectUris(context.req.raw)), client_id: "token-needed", ...PUBLIC }, 201),
  );
  routes.get(AUTHORIZE, (context) => context.html(page(addressOf(context, publicUrl)), 403));
  routes.post(TOKEN, (context) =>
    context.json({ error: "unsupported_grant_type", error_description: ADVICE }, 400),
  );
  return routes;
}

const PUBLIC = { token_endpoint_auth_method: "none", grant_types: ["authorization_code"] };

/** A client expects its own redirect addresses in the answer to its registration. */
async function redirectUris(request: Request): Promise<{ readonly redirect_uris: readonly string[] }> {
  const given = (await request.json().catch(() => undefined)) as { redirect_uris?: unknown } | undefined;
  const uris = Array.isArray(given?.redirect_uris) ? given.redirect_uris.slice(0, 10) : [];
  return { redirect_uris: uris.filter((uri) => typeof uri === "string" && uri.length <= 2_000) };
}

function page(address: string): string {
  const line = `claude mcp add --transport http clew ${address}/mcp --header "Authorization: Bearer YOUR_TOKEN"`;
  const shown = line.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Clew: token needed</title>
<h1>This server needs a token</h1>
<p>There is no sign-in page. Ask the operator of this server for a token, then add it to your client as a header:</p>
<pre>${shown}</pre>
<p>The operator makes a token with <code>clew token NAME</code>.</p></html>
`;
}
