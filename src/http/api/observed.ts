import { jsonRoute } from "./route.ts";
import { Figures, Health } from "./schemas.ts";

/** Tells how the server and what it uses are. */
export const health = jsonRoute({
  method: "GET",
  path: "/health",
  summary: "How the server and what it uses are; as observability_gateway tells it",
  scopes: ["read"],
  answer: Health,
  run: (_, { parts }) => parts.health(),
});

/** Tells every figure of this process. */
export const figures = jsonRoute({
  method: "GET",
  path: "/figures",
  summary: "Every figure of this process now, as JSON; /metrics has them for Prometheus",
  scopes: ["read"],
  answer: Figures,
  run: async (_, { parts }) => ({ samples: await parts.samples(), at: new Date().toISOString() }),
});
