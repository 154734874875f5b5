import { Hono } from "hono";
import type { HttpEndpoint } from "../mcp/http/endpoint.ts";
import { createApi } from "./api/create-api.ts";
import type { ApiParts } from "./api/route.ts";
import type { Gate } from "./auth/gate.ts";
import type { Principal } from "./auth/principal.ts";
import { allowOrigins } from "./cors.ts";
import { healthRoutes, type Readiness } from "./health.ts";
import type { Limits } from "./limits/limits.ts";
import { metricsRoute } from "./metrics.ts";
import { checkOrigin } from "./origin.ts";
import type { Page } from "./page.ts";
import { type AnsweredRequest, requestIds } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";
import { sendStreamsAtOnce } from "./streams.ts";
import { takeTurns } from "./turns.ts";

/** What the web server is made from. */
export interface AppParts {
  readonly endpoint: HttpEndpoint;
  /** Why a choice of tools (`/mcp?tools=`) cannot be had; undefined when it can. */
  readonly checkTools: (tools: string) => string | undefined;
  /** Names, besides loopback, under which this server may be addressed. */
  readonly hostnames: readonly string[];
  /** Origins whose pages may use this server, besides its own. */
  readonly origins?: readonly string[];
  /** Who comes in; absent where callers need not say who they are. */
  readonly gate?: Gate | undefined;
  /** How much may be asked; without it, anything. */
  readonly limits?: Limits | undefined;
  /** What `/api` is served from; absent where no ledger is served. */
  readonly api?: Omit<ApiParts, "version">;
  /** Everything in Prometheus's text format; absent where nothing is counted. */
  readonly figures?: () => Promise<string>;
  /** The page for people; without it, `/` says a line. */
  readonly page?: Page | undefined;
  /** Whether the server can do its work; without it, it always can. */
  readonly readiness?: () => Promise<Readiness>;
  readonly version: string;
  /** Told of every fault of ours that a caller sees as an internal error. */
  readonly report?: (error: unknown) => void;
  /** Told of every request that was answered. */
  readonly onAnswer?: (request: AnsweredRequest) => void;
}

/** The web server: `/mcp`, `/api`, `/metrics`, `/healthz`, `/readyz`, and for people the page, or a line, at `/`. */
export function createApp(parts: AppParts): Hono {
  const { endpoint, checkTools, hostnames, api, version, report = () => {} } = parts;
  const { origins = [], gate, limits } = parts;
  const app = new Hono();
  app.use(requestIds(parts.onAnswer));
  app.use(securityHeaders());
  app.use(async (context, next) => {
    const rules = { hostnames, origins, guardsMetrics: gate !== undefined };
    const refused = checkOrigin(context.req.raw.headers, context.req.path, rules);
    if (refused) return context.json({ error: refused }, 403);
    return next();
  });
  if (origins.length > 0) app.use(allowOrigins(origins));
  if (limits) app.use(limits.enter);
  if (parts.page) app.use(parts.page.serve);
  app.use("/mcp", sendStreamsAtOnce(), takeTurns());
  app.use("/api/*", sendStreamsAtOnce());
  if (gate) app.use(gate.enter).use("/metrics", gate.need("read")).route("/", gate.routes);
  if (limits) app.use(limits.count);
  app.all("/mcp", async (context) => {
    const tools = context.req.query("tools");
    const problem = tools ? checkTools(tools) : undefined;
    if (problem !== undefined) return context.json({ error: `tools: ${problem}` }, 400);
    const principal = context.get("principal");
    return endpoint.fetch(context.req.raw, {
      ...(principal && { authInfo: authInfoOf(principal) }),
      admit: (json) => gate?.admit(context, json) ?? limits?.admit(context, json),
    });
  });
  if (api) app.route("/api", createApi({ ...api, version }, { need: gate?.need, report }));
  if (parts.figures) app.get("/metrics", metricsRoute(parts.figures));
  app.route("/", healthRoutes(version, parts.readiness));
  app.get("/", (context) =>
    context.text(
      `Clew ${version} is running. MCP clients connect to /mcp; /healthz tells whether it is well.\n`,
    ),
  );
  app.notFound((context) => context.json({ error: "Not found. MCP clients connect to /mcp." }, 404));
  app.onError((error, context) => {
    report(error);
    return context.json({ error: "Internal error" }, 500);
  });
  return app;
}

/** Who a request comes from, in the words of the protocol; the token itself goes no further than the gate. */
function authInfoOf({ name, scopes, expiresAt }: Principal) {
  return { token: "", clientId: name, scopes: [...scopes], ...(expiresAt !== undefined && { expiresAt }) };
}
