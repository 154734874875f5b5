import { jsonRoute } from "./route.ts";
import { Health, MetricsSnapshot } from "./server-schemas.ts";

/** The health of the server and its dependencies. */
export const health = jsonRoute({
  method: "GET",
  path: "/health",
  summary: "The health of the server and its dependencies, as observability_gateway reports it",
  scopes: ["read"],
  answer: Health,
  run: (_, { parts }) => parts.health(),
});

/** All metrics of this process. */
export const metrics = jsonRoute({
  method: "GET",
  path: "/metrics",
  summary: "All metrics of this process as JSON; /metrics has them for Prometheus",
  scopes: ["read"],
  answer: MetricsSnapshot,
  run: async (_, { parts }) => ({ samples: await parts.samples(), at: new Date().toISOString() }),
});
