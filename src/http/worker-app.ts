import { Hono } from "hono";
import type { Gate } from "./auth/gate.ts";
import { healthRoutes, type Readiness } from "./health.ts";
import { metricsRoute } from "./metrics.ts";
import { securityHeaders } from "./security-headers.ts";

/** What a worker's web server is made from. */
export interface WorkerAppParts {
  /** Who may read figures; absent where callers need not say who they are. */
  readonly gate?: Gate | undefined;
  readonly figures: () => Promise<string>;
  readonly readiness: () => Promise<Readiness>;
  readonly version: string;
}

/** The web server of a worker, which only tells how it is: `/healthz`, `/readyz`, `/metrics`. */
export function createWorkerApp({ gate, figures, readiness, version }: WorkerAppParts): Hono {
  const app = new Hono();
  app.use(securityHeaders());
  if (gate) app.use(gate.enter).use("/metrics", gate.need("read"));
  app.get("/metrics", metricsRoute(figures));
  app.route("/", healthRoutes(version, readiness));
  app.notFound((context) => context.json({ error: "Not found. This is a worker." }, 404));
  return app;
}
