import { type Context, Hono, type MiddlewareHandler } from "hono";
import { errorResponse, requestIdOf } from "../../mcp/http/error-response.ts";
import { addressOf, type Challenge, challengeHeader, METADATA_PATH } from "./challenge.ts";
import type { Authenticate } from "./principal.ts";
import { SCOPES, type Scope } from "./scope.ts";
import { TOKEN_NEEDED_PATHS, tokenNeededRoutes } from "./token-page.ts";

/** What the gate needs. */
export interface GateParts {
  readonly authenticate: Authenticate;
  /** The scopes that a message to `/mcp` needs. */
  readonly neededScopes: (message: unknown) => readonly Scope[];
  /** The public address of the server; by default, that of each request. */
  readonly publicUrl?: string | undefined;
  /** The issuer of tokens, if there is one. */
  readonly issuer?: string | undefined;
}

/** Authentication and authorization. */
export interface Gate {
  /** Authenticates a request, or refuses it. */
  readonly enter: MiddlewareHandler;
  /** Refuses callers without this scope. */
  need(scope: Scope): MiddlewareHandler;
  /** The refusal of messages to `/mcp` that the caller may not send; undefined if it may. */
  admit(context: Context, json: unknown): Response | undefined;
  /** The metadata that shows clients where to get a token. */
  readonly routes: Hono;
}

/** Paths that need no token: health and token metadata. */
const OPEN = ["/", "/healthz", "/readyz", METADATA_PATH, `${METADATA_PATH}/mcp`, ...TOKEN_NEEDED_PATHS];
/** The scopes that a client should request first. */
const FIRST_SCOPES: readonly Scope[] = ["read", "write"];
const RETRY_SECONDS = 5;

/** Creates the gate of a server with authentication. */
export function createGate(parts: GateParts): Gate {
  const { authenticate, neededScopes, publicUrl, issuer } = parts;
  const routes = metadataRoutes(publicUrl, issuer);
  if (issuer === undefined) routes.route("/", tokenNeededRoutes(publicUrl));

  function refuse(
    context: Context,
    status: 400 | 401 | 403,
    message: string,
    challenge: Challenge,
  ): Response {
    const header = challengeHeader(addressOf(context, publicUrl), challenge);
    context.header("WWW-Authenticate", header);
    const { error = "unauthorized" } = challenge;
    return context.json({ error, error_description: message }, status);
  }

  return {
    async enter(context, next) {
      if (OPEN.includes(context.req.path)) return next();
      if (context.req.query("access_token") !== undefined) {
        const message = "A token in a URL ends up in logs. Send it as Authorization: Bearer.";
        return refuse(context, 400, message, { error: "invalid_request", description: message });
      }
      const bearer = readBearer(context.req.header("authorization"));
      if (bearer === undefined) {
        const message = "This server requires authentication: send a token as Authorization: Bearer.";
        return refuse(context, 401, message, { scopes: FIRST_SCOPES });
      }
      if (bearer === "malformed") {
        const message = "The Authorization header must be Bearer and one token.";
        return refuse(context, 400, message, { error: "invalid_request", description: message });
      }
      const verdict = await authenticate(bearer.token);
      if ("unavailable" in verdict) {
        context.header("Retry-After", String(RETRY_SECONDS));
        return context.json({ error: verdict.unavailable }, 503);
      }
      if ("invalid" in verdict) {
        const description = verdict.invalid;
        return refuse(context, 401, description, {
          error: "invalid_token",
          description,
          scopes: FIRST_SCOPES,
        });
      }
      context.set("principal", verdict.principal);
      return next();
    },
    need: (scope) => async (context, next) => {
      if (context.get("principal")?.scopes.includes(scope)) return next();
      return refuse(context, 403, missingScopes([scope]), { error: "insufficient_scope", scopes: [scope] });
    },
    admit(context, json) {
      const granted = context.get("principal")?.scopes ?? [];
      const messages: readonly unknown[] = Array.isArray(json) ? json : [json];
      const needed = [...new Set(messages.flatMap(neededScopes))];
      if (needed.every((scope) => granted.includes(scope))) return undefined;
      const challenge: Challenge = { error: "insufficient_scope", scopes: needed };
      const header = challengeHeader(addressOf(context, publicUrl), challenge);
      const missing = needed.filter((scope) => !granted.includes(scope));
      return errorResponse(403, -32000, missingScopes(missing), {
        id: requestIdOf(json),
        headers: { "WWW-Authenticate": header },
      });
    },
    routes,
  };
}

function missingScopes(missing: readonly Scope[]): string {
  const named = missing.map((scope) => `'${scope}'`).join(" and ");
  return `This needs the scope ${named}, which your token does not have.`;
}

/** The token of an `Authorization` header; undefined without a Bearer header. */
function readBearer(header: string | undefined): { readonly token: string } | "malformed" | undefined {
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) return undefined;
  const token = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
  return token === undefined ? "malformed" : { token };
}

/** The metadata of a protected resource: the name of this server, and the issuer of its tokens. */
function metadataRoutes(publicUrl: string | undefined, issuer: string | undefined): Hono {
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
