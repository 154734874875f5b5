import type { Handler } from "hono";
import { EXPOSITION_TYPE } from "../telemetry/exposition.ts";

/** `/metrics`: what a Prometheus scrapes. */
export function metricsRoute(figures: () => Promise<string>): Handler {
  return async (context) => context.body(await figures(), 200, { "Content-Type": EXPOSITION_TYPE });
}
