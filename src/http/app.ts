import { Hono } from "hono";
import type { Principal } from "../ledger/principal.ts";
import type { HttpEndpoint } from "../mcp/http/endpoint.ts";
import { createApi } from "./api/create-api.ts";
import type { ApiParts } from "./api/route.ts";
import type { Gate } from "./auth/gate.ts";
import { allowOrigins } from "./cors.ts";
import { scheduleFairly } from "./fair-scheduling.ts";
import { healthRoutes, type Readiness } from "./health.ts";
import type { HttpLimits } from "./limits/limits.ts";
import { metricsRoute } from "./metrics.ts";
import { checkOrigin } from "./origin.ts";
import type { Page } from "./page.ts";
import { type AnsweredRequest, requestIds, securityHeaders, sendStreamsAtOnce } from "./responses.ts";

/** What the web server needs. */
export interface AppParts {
  readonly endpoint: HttpEndpoint;
  /** Returns what is wrong with a selection of tools (`/mcp?tools=`), or undefined. */
  readonly checkTools: (tools: string) => string | undefined;
  /** Host names that requests may address, in addition to loopback. */
  readonly hostnames: readonly string[];
  /** Origins whose pages may call this server, in addition to its own. */
  readonly origins?: readonly string[];
  /** Authenticates callers; absent if authentication is off. */
  readonly gate?: Gate | undefined;
  /** Without it, requests are not limited. */
  readonly limits?: HttpLimits | undefined;
  /** The parts that `/api` needs; absent if no ledger is served. */
  readonly api?: Omit<ApiParts, "version">;
  /** All metrics in Prometheus's text format; absent if nothing is measured. */
  readonly metrics?: () => Promise<string>;
  /** The web page; without it, `/` answers one line of text. */
  readonly page?: Page | undefined;
  /** Whether the server can do its work; by default it can. */
  readonly readiness?: () => Promise<Readiness>;
  readonly version: string;
  /** Called with every error that a caller sees as an internal error. */
  readonly report?: (error: unknown) => void;
  /** Called after every answered request. */
  readonly onAnswer?: (request: AnsweredRequest) => void;
}

/** The web server: `/mcp`, `/api`, `/metrics`, `/healthz`, `/readyz`, and the page, or one line of text, at `/`. */
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
  app.use("/mcp", sendStreamsAtOnce(), scheduleFairly());
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
  if (parts.metrics) app.get("/metrics", metricsRoute(parts.metrics));
  app.route("/", healthRoutes(version, parts.readiness));
  app.get("/", (context) =>
    context.text(`Clew ${version} is running. MCP clients connect to /mcp; /healthz reports its health.\n`),
  );
  app.notFound((context) => context.json({ error: "Not found. MCP clients connect to /mcp." }, 404));
  app.onError((error, context) => {
    report(error);
    return context.json({ error: "Internal error" }, 500);
  });
  return app;
}

/** Converts the principal to the SDK's type. The token itself is not passed on. */
function authInfoOf({ name, scopes, expiresAt }: Principal) {
  return { token: "", clientId: name, scopes: [...scopes], expiresAt };
}
