import { randomBytes, randomUUID } from "node:crypto";
import type { Config } from "./config/schema.ts";
import { Failure } from "./ledger/index.ts";
import { pricedName } from "./llm/index.ts";
import { withLag } from "./mcp/feed-lag.ts";
import type { Around } from "./mcp/serve.ts";
import type { Feed } from "./mcp/updates.ts";
import type { Notebooks } from "./notebook/notebooks.ts";
import type { InvocationLog } from "./reasoning/index.ts";
import type { Observer } from "./server/observability/observer.ts";
import { observedStore } from "./store/observed.ts";
import type { Store } from "./store/port.ts";
import type { Log } from "./telemetry/log.ts";
import { ACTIVE_MS, createMeter, type EndedCall } from "./telemetry/meter.ts";
import { cached, createProbe, createWebProbe, type Probe } from "./telemetry/probe.ts";
import { createPrometheus, splitAddress } from "./telemetry/prometheus.ts";
import { currentRequest, inRequest } from "./telemetry/request-scope.ts";
import type { Tracing } from "./telemetry/tracing/open-tracing.ts";
import { version } from "./version.ts";

/** How long it is cached whether the store can be written. */
const READY_MS = 1_000;
/** A handle that no caller has: the probe writes to it. */
const PROBE_HANDLE = "probe:ready";
/** A probe writes as much as an ordinary thought with its indexes, so that it fails on a disk that refuses one. */
const PROBE_LENGTH = 36 * 1_365;
const PROBE_BYTES = (PROBE_LENGTH / 4) * 3;

/** What serving is observed through. */
export type Observing = Awaited<ReturnType<typeof composeObserving>>;

/** Joins figures, traces and probes; of traces nothing is loaded unless a collector is configured. */
export async function composeObserving(config: Config, log: Log) {
  const meter = createMeter({ version, modelName: pricedName });
  const tracing = await traceTo(config, log);
  const space: Space = { ranOut: false };
  const called = (call: EndedCall) => {
    meter.called(call);
    if (call.kind === "model") tracing?.turnEnded(call);
  };

  return {
    meter,
    space,
    /** A store whose every use is counted. */
    store: (store: Store): Store =>
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
    /** A log of calls that counts them, too. */
    invocations: (kept: InvocationLog): InvocationLog => ({
      ...kept,
      note(call) {
        called(call);
        kept.note(call);
      },
    }),
    /** A feed of which it is told how far its followers are behind. */
    feed(feed: Feed): Feed {
      const measured = withLag(feed);
      meter.measureLag(measured.lag);
      return measured.feed;
    },
    around: aroundWith(log, tracing),
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
    /** Sends the spans at hand. */
    close: async () => tracing?.close(),
  };
}

/** Whether the store can be written, by writing to it. */
export function storeProbe(store: Pick<Store, "moveHandle">, space: Space): Probe {
  const write = createProbe(async () => {
    // SQLite does not write pages that stay as they are, so each probe writes another text. PostgreSQL compresses it and
    // puts it where the last one was, also on a full disk: once space has run out, a text that needs new space is written.
    const text = space.ranOut
      ? randomBytes(PROBE_BYTES).toString("base64")
      : randomUUID().repeat(PROBE_LENGTH / 36);
    await store.moveHandle(PROBE_HANDLE, { task: text });
    space.ranOut = false;
    return { status: "up" };
  });
  return cached(write, READY_MS);
}

/** Whether something could not be written for lack of space, and nothing of that size was since. */
export interface Space {
  ranOut: boolean;
}

/** Which walls stand around cells; without the first no cell runs. */
export function notebooksProbe(notebooks: Pick<Notebooks, "walls">): Probe {
  return createProbe(async () => {
    const { deno, namespaces, files, limits } = await notebooks.walls();
    const walls = {
      deno: deno.stands,
      namespaces: namespaces.stands,
      files: files.stands,
      limits: limits.stands,
    };
    return deno.stands ? { status: "up", walls } : { status: "down", reason: deno.says, walls };
  });
}

async function traceTo({ otlpEndpoint, otlpHeaders }: Config, log: Log): Promise<Tracing | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const { openTracing } = await import("./telemetry/tracing/open-tracing.ts");
  return openTracing({
    endpoint: otlpEndpoint,
    headers: otlpHeaders,
    service: { name: "clew", version },
    onLost: (lost, reason) => log.warn("spans lost", { lost, reason }),
  });
}

/** Every call of a tool has an id in its log lines, and is a span where traces are wanted. */
function aroundWith(log: Log, tracing: Tracing | undefined): Around {
  return (call, work) =>
    inRequest(currentRequest() ?? { requestId: randomUUID() }, async () => {
      const started = performance.now();
      const codeOf = (result: Awaited<ReturnType<typeof work>>) =>
        result.isError ? String(result._meta?.["clew/code"] ?? "failed") : undefined;
      const result = await (tracing?.call(call, work, codeOf) ?? work());
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.debug("tool call", { tool: call.tool, outcome: codeOf(result) ?? "ok", ms });
      return result;
    });
}
