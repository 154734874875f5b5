import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import type { AlertRule } from "../../telemetry/prometheus.ts";
import { defineObserving } from "./operation.ts";

const STATES = ["firing", "pending", "inactive"];

/** Lists the alerts of Prometheus with their states. */
export const alerts = defineObserving({
  name: "alerts",
  summary: "{state?: firing|pending|inactive}",
  input: z.object({ state: z.string().optional() }),
  example: { state: "firing" },
  async run({ state = "" }, { observer: { prometheus }, progress }) {
    const filter = state.trim().toLowerCase();
    if (filter !== "" && !STATES.includes(filter))
      throw new Failure("INVALID_ARGUMENT", {
        problem: `args.state must be one of ${STATES.join(", ")}. Omit it for all.`,
      });
    if (!prometheus)
      throw new Failure("NOT_CONFIGURED", {
        what: "Alerts need a Prometheus server, and none is configured.",
        settings: "PROMETHEUS_URL",
      });
    const rules = await prometheus.alertRules(progress.signal);
    const found = rules.flatMap(alertsOf).filter((alert) => filter === "" || alert.state === filter);
    return { alerts: found, count: found.length };
  },
});

/** The alerts of a rule; a rule without alerts is listed itself, as inactive. */
function alertsOf({ name, state, labels, annotations, alerts: raised }: AlertRule) {
  if (raised.length === 0) return [{ name, state, labels, annotations }];
  return raised.map((one) => ({ name, ...one }));
}
