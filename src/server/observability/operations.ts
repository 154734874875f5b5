import { metrics, metricsRange } from "./metrics.ts";
import type { ObservingOperation } from "./operation.ts";
import { alerts, dashboardUrl, health } from "./server-state.ts";
import { sessionInfo, sessions } from "./sessions.ts";

/** Every operation of the observability gateway. */
export const observingOperations: readonly ObservingOperation[] = [
  health,
  metrics,
  metricsRange,
  sessions,
  sessionInfo,
  alerts,
  dashboardUrl,
];
