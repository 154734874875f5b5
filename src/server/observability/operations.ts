import { alerts } from "./alerts.ts";
import { dashboardUrl } from "./dashboard-url.ts";
import { health } from "./health.ts";
import { metrics } from "./metrics.ts";
import { metricsRange } from "./metrics-range.ts";
import type { ObservingOperation } from "./operation.ts";
import { sessionInfo } from "./session-info.ts";
import { sessions } from "./sessions.ts";

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
