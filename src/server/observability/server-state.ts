import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { type DashboardName, dashboards } from "../../telemetry/dashboards.ts";
import type { Finding } from "../../telemetry/probe.ts";
import type { AlertRule } from "../../telemetry/prometheus.ts";
import { defineObserving, type Observer } from "./operation.ts";

/** Probes every configured part at once. */
export const health = defineObserving({
  name: "health",
  summary: "",
  input: z.object({}),
  example: {},
  run: (_, { observer }) => healthOf(observer),
});

/** The health of the server and of every part that it uses. */
export async function healthOf({ probes, version }: Observer) {
  const found = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const),
  );
  const services: Readonly<Record<string, Finding>> = {
    thoughtbox: { status: "up", version },
    ...Object.fromEntries(found),
  };
  return { status: overall(services), services, timestamp: new Date().toISOString() };
}

/** Without its store the server is unhealthy; without any other part it is degraded. */
function overall(services: Readonly<Record<string, Finding>>): "healthy" | "degraded" | "unhealthy" {
  if (services.store?.status === "down") return "unhealthy";
  return Object.values(services).some(({ status }) => status === "down") ? "degraded" : "healthy";
}

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

const NAMES = Object.keys(dashboards) as DashboardName[];

/** Returns the URL of a dashboard. */
export const dashboardUrl = defineObserving({
  name: "dashboard_url",
  summary: "{name?}",
  input: z.object({ name: z.string().optional() }),
  aliases: { name: ["dashboard"] },
  example: { name: "thoughtbox-overview" },
  async run({ name }, { observer: { grafana } }) {
    const asked = name?.trim().toLowerCase() || NAMES[0]!;
    const found = NAMES.find((one) => one === asked || one === `thoughtbox-${asked}`);
    if (!found)
      throw new Failure("INVALID_ARGUMENT", {
        problem: `There is no such dashboard. Send one of: ${NAMES.join(", ")}.`,
      });
    if (grafana === undefined)
      throw new Failure("NOT_CONFIGURED", {
        what: "Dashboards need a Grafana server, and none is configured.",
        settings: "GRAFANA_URL",
      });
    return { name: found, title: dashboards[found], url: `${grafana}/d/${found}`, dashboards: NAMES };
  },
});
