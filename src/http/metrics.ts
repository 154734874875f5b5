import type { Handler } from "hono";
import { EXPOSITION_TYPE } from "../telemetry/exposition.ts";

/** `/metrics`, for Prometheus to scrape. */
export function metricsRoute(metrics: () => Promise<string>): Handler {
  return async (context) => context.body(await metrics(), 200, { "Content-Type": EXPOSITION_TYPE });
}
