import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import type { AlertRule } from "../../telemetry/prometheus.ts";
import { defineObserving } from "./operation.ts";

const STATES = ["firing", "pending", "inactive"];

/** Tells which alerts Prometheus has, and how they stand. */
export const alerts = defineObserving({
  name: "alerts",
  summary: "{state?: firing|pending|inactive}",
  input: z.object({ state: z.string().optional() }),
  example: { state: "firing" },
  async run({ state = "" }, { observer: { prometheus }, progress }) {
    const wanted = state.trim().toLowerCase();
    if (wanted !== "" && !STATES.includes(wanted))
      throw new Failure("INVALID_ARGUMENT", {
        problem: `args.state is one of ${STATES.join(", ")}. Leave it out for all.`,
      });
    if (!prometheus)
      throw new Failure("NOT_CONFIGURED", {
        what: "Only a Prometheus watches for alerts, and none is configured.",
        settings: "PROMETHEUS_URL",
      });
    const rules = await prometheus.alertRules(progress.signal);
    const told = rules.flatMap(alertsOf).filter((alert) => wanted === "" || alert.state === wanted);
    return { alerts: told, count: told.length };
  },
});

/** The alerts that a rule has raised; one that has raised none stands for itself, as inactive. */
function alertsOf({ name, state, labels, annotations, alerts: raised }: AlertRule) {
  if (raised.length === 0) return [{ name, state, labels, annotations }];
  return raised.map((one) => ({ name, ...one }));
}
