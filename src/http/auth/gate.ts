import type { Context, Hono, MiddlewareHandler } from "hono";
import { errorResponse, requestIdOf } from "../../mcp/http/error-response.ts";
import { addressOf, type Challenge, challengeHeader, METADATA_PATH } from "./challenge.ts";
import { metadataRoutes } from "./metadata.ts";
import type { Authenticate } from "./principal.ts";
import type { Scope } from "./scope.ts";
import { TOKEN_NEEDED_PATHS, tokenNeededRoutes } from "./token-needed.ts";

/** What the gate is made from. */
export interface GateParts {
  readonly authenticate: Authenticate;
  /** What a message to `/mcp` needs. */
  readonly neededScopes: (message: unknown) => readonly Scope[];
  /** The address under which callers know the server; that of each request unless given. */
  readonly publicUrl?: string | undefined;
  /** Who gives out tokens, where there is such a one. */
  readonly issuer?: string | undefined;
}

/** Stands before everything: who comes in, and what for. */
export interface Gate {
  /** Lets a request pass with its principal, or refuses it. */
  readonly enter: MiddlewareHandler;
  /** Refuses whoever has not this scope. */
  need(scope: Scope): MiddlewareHandler;
  /** Why messages to `/mcp` may not be sent by whoever sent them. */
  admit(context: Context, json: unknown): Response | undefined;
  /** The pages that tell where tokens come from. */
  readonly routes: Hono;
}

/** Paths that need no token: health, and where tokens come from. */
const OPEN = ["/", "/healthz", "/readyz", METADATA_PATH, `${METADATA_PATH}/mcp`, ...TOKEN_NEEDED_PATHS];
/** What a client should ask for at first. */
const FIRST_SCOPES: readonly Scope[] = ["read", "write"];
const RETRY_SECONDS = 5;

/** Makes the gate of a server whose callers must say who they are. */
export function createGate(parts: GateParts): Gate {
  const { authenticate, neededScopes, publicUrl, issuer } = parts;
  const routes = metadataRoutes({ ...(publicUrl && { publicUrl }), ...(issuer && { issuer }) });
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
        const message = "A token in an address ends up in logs. Send it as Authorization: Bearer.";
        return refuse(context, 400, message, { error: "invalid_request", description: message });
      }
      const given = readBearer(context.req.header("authorization"));
      if (given === undefined) {
        const message = "Say who you are: send a token as Authorization: Bearer.";
        return refuse(context, 401, message, { scopes: FIRST_SCOPES });
      }
      if (given === "malformed") {
        const message = "The Authorization header must be Bearer and one token.";
        return refuse(context, 400, message, { error: "invalid_request", description: message });
      }
      const verdict = await authenticate(given.token);
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
      return refuse(context, 403, lacking([scope]), { error: "insufficient_scope", scopes: [scope] });
    },
    admit(context, json) {
      const granted = context.get("principal")?.scopes ?? [];
      const messages: readonly unknown[] = Array.isArray(json) ? json : [json];
      const needed = [...new Set(messages.flatMap(neededScopes))];
      if (needed.every((scope) => granted.includes(scope))) return undefined;
      const challenge: Challenge = { error: "insufficient_scope", scopes: needed };
      const header = challengeHeader(addressOf(context, publicUrl), challenge);
      const missing = needed.filter((scope) => !granted.includes(scope));
      return errorResponse(403, -32000, lacking(missing), {
        id: requestIdOf(json),
        headers: { "WWW-Authenticate": header },
      });
    },
    routes,
  };
}

function lacking(missing: readonly Scope[]): string {
  const named = missing.map((scope) => `'${scope}'`).join(" and ");
  return `This needs the scope ${named}, which your token does not have.`;
}

/** The token of an `Authorization` header; undefined when there is none of this scheme. */
function readBearer(header: string | undefined): { readonly token: string } | "malformed" | undefined {
  if (header === undefined || !/^bearer(\s|$)/i.test(header)) return undefined;
  const token = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
  return token === undefined ? "malformed" : { token };
}
