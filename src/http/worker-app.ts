import { Hono } from "hono";
import type { Gate } from "./auth/gate.ts";
import { healthRoutes, type Readiness } from "./health.ts";
import { metricsRoute } from "./metrics.ts";
import { securityHeaders } from "./responses.ts";

/** What the web server of a worker needs. */
export interface WorkerAppParts {
  /** Authenticates callers of `/metrics`; absent if authentication is off. */
  readonly gate?: Gate | undefined;
  readonly metrics: () => Promise<string>;
  readonly readiness: () => Promise<Readiness>;
  readonly version: string;
}

/** The web server of a worker: `/healthz`, `/readyz` and `/metrics`. */
export function createWorkerApp({ gate, metrics, readiness, version }: WorkerAppParts): Hono {
  const app = new Hono();
  app.use(securityHeaders());
  if (gate) app.use(gate.enter).use("/metrics", gate.need("read"));
  app.get("/metrics", metricsRoute(metrics));
  app.route("/", healthRoutes(version, readiness));
  app.notFound((context) => context.json({ error: "Not found. This is a worker." }, 404));
  return app;
}
