import type { Config } from "../config/schema.ts";
import { Failure } from "../ledger/index.ts";
import { pricedName } from "../llm/index.ts";
import type { Around } from "../mcp/run-tool.ts";
import type { InvocationLog } from "../reasoning/index.ts";
import type { Observer } from "../server/observability/operation.ts";
import { observedStore } from "../store/observed-store.ts";
import type { Store } from "../store/port.ts";
import type { Log } from "../telemetry/log.ts";
import { ACTIVE_MS, createMeter } from "../telemetry/meter.ts";
import { createWebProbe, type Probe } from "../telemetry/probe.ts";
import { createPrometheus, splitAddress } from "../telemetry/prometheus.ts";
import { currentRequest, inRequest, newRequest } from "../telemetry/request-scope.ts";
import type { Tracing } from "../telemetry/tracing/open-tracing.ts";
import type { Space } from "./probes.ts";
import { version } from "./version.ts";

/** The metrics and traces of a process. */
export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>;

/** Opens metrics, and traces if a collector is configured; otherwise no tracing code is loaded. */
export async function openTelemetry(config: Config, log: Log) {
  const meter = createMeter({ version, modelName: pricedName });
  const tracing = await traceTo(config, log);
  const space: Space = { ranOut: false };
  return {
    meter,
    space,
    /** The same store with every use counted. */
    observeStore: (store: Store): Store =>
      observedStore(store, {
        ...meter,
        refused(error) {
          if (error instanceof Failure && error.code === "STORE_FULL") space.ranOut = true;
        },
        cellRan(run) {
          meter.cellRan(run);
          tracing?.cellRan(run);
        },
      }),
    /** The same log with every call counted. */
    observeInvocations: (invocations: InvocationLog): InvocationLog => ({
      ...invocations,
      note(call) {
        meter.called(call);
        if (call.kind === "model") tracing?.turnEnded(call);
        invocations.note(call);
      },
    }),
    aroundCall: aroundCallWith(log, tracing),
    /** What the observability tools read from. */
    observer: (probes: Readonly<Record<string, Probe>>): Observer => ({
      version,
      probes: {
        ...probes,
        prometheus: createWebProbe(config.prometheusUrl, "/-/ready"),
        grafana: createWebProbe(config.grafanaUrl, "/api/health"),
      },
      samples: meter.samples,
      activeMs: ACTIVE_MS,
      prometheus: config.prometheusUrl === undefined ? undefined : createPrometheus(config.prometheusUrl),
      grafana: config.grafanaUrl === undefined ? undefined : splitAddress(config.grafanaUrl).base,
    }),
    /** Sends the spans that are still in memory. */
    close: async () => tracing?.close(),
  };
}

async function traceTo({ otlpEndpoint, otlpHeaders }: Config, log: Log): Promise<Tracing | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const { openTracing } = await import("../telemetry/tracing/open-tracing.ts");
  return openTracing({
    endpoint: otlpEndpoint,
    headers: otlpHeaders,
    service: { name: "clew", version },
    onLost: (lost, reason) => log.warn("spans lost", { lost, reason }),
  });
}

/** Gives every tool call an id in its log lines, and a span if traces are configured. */
function aroundCallWith(log: Log, tracing: Tracing | undefined): Around {
  return (call, work) =>
    inRequest(currentRequest() ?? newRequest(), async () => {
      const started = performance.now();
      const codeOf = (result: Awaited<ReturnType<typeof work>>) =>
        result.isError ? String(result._meta?.["clew/code"] ?? "failed") : undefined;
      const result = await (tracing?.call(call, work, codeOf) ?? work());
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.debug("tool call", { tool: call.tool, outcome: codeOf(result) ?? "ok", ms });
      return result;
    });
}
