import { composeEngine } from "./compose-engine.ts";
import { notebooksProbe, type Observing, storeProbe } from "./compose-observing.ts";
import { composeViews } from "./compose-views.ts";
import { workersProbe } from "./compose-workers.ts";
import { ConfigError } from "./config/load.ts";
import type { Config } from "./config/schema.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { ClientConnection } from "./mcp/caller.ts";
import { createInFlightCalls } from "./mcp/in-flight-calls.ts";
import { createServerFactory, type MakeServer } from "./mcp/serve.ts";
import { createUpdates } from "./mcp/updates.ts";
import type { Notebooks } from "./notebook/notebooks.ts";
import { createInvocationLog } from "./reasoning/index.ts";
import { catalogueOf, readToolSets } from "./server/catalogue.ts";
import { instructionsFor } from "./server/instructions.ts";
import { healthOf } from "./server/observability/health.ts";
import { follow, type Store } from "./store/port.ts";
import { createFaultLog } from "./telemetry/fault-log.ts";
import type { Log } from "./telemetry/log.ts";
import { version } from "./version.ts";

/** What serving is composed from. */
export interface ServingParts {
  readonly config: Config;
  readonly home: string;
  /** Folders that callers may bind besides the configured ones. */
  readonly folders?: readonly string[];
  readonly store: Store;
  readonly notebooks: Notebooks;
  /** Where long work is handed in. */
  readonly jobs: Jobs;
  readonly log: Log;
  readonly connection: ClientConnection;
  readonly observing: Observing;
  /** The key of what travels through clients, where several servers share one. */
  readonly stateKey?: (() => Promise<Uint8Array>) | undefined;
}

/** Joins catalogue, use cases and feed to a store; servers for each choice of tools are prepared once. */
export function composeServing(parts: ServingParts) {
  const { config, home, folders = [], store, notebooks, jobs, log, connection, observing } = parts;
  const report = createFaultLog(log);
  const retention = { days: config.invocationDays, rows: config.invocationRows };
  const kept = createInvocationLog(store, retention, (lost, error) =>
    log.warn("invocations lost", { lost, error }),
  );
  const invocations = observing.invocations(kept);
  const engine = composeEngine(config);
  const { thinkMaxThoughts } = config;
  if (jobs.isShared) observing.meter.measureWaiting(jobs.queued);
  const views = { store, home, roots: [...config.roots, ...folders], thinkMaxThoughts, engine, invocations };
  const viewOf = composeViews({ ...views, notebooks, jobs });
  const feed = observing.feed({
    position: () => store.position(),
    follow: (from: number, signal: AbortSignal) => follow(store, from, signal),
  });
  const ready = storeProbe(store, observing.space);
  const workers = jobs.isShared
    ? workersProbe(jobs, engine ? ["notebook", "model"] : ["notebook"])
    : undefined;
  const observer = observing.observer({
    store: ready,
    notebooks:
      jobs.isShared && config.work === "off"
        ? async () => ({ status: "configured", at: "workers" })
        : notebooksProbe(notebooks),
    ...(workers && { workers }),
    engine: async () =>
      engine
        ? { status: "configured", name: engine.name, model: engine.model }
        : { status: "not_configured" },
  });
  const updates = createUpdates(catalogueOf(["all"]).resources, feed, (error) => report("feed", error));
  const inFlight = createInFlightCalls();
  const prepared = new Map<string, MakeServer>();
  const makeServer = (tools: string): MakeServer => {
    const sets = readToolSets(tools);
    if ("problem" in sets) throw new ConfigError(`--tools: ${sets.problem}`);
    const key = sets.toSorted().join();
    let make = prepared.get(key);
    if (!make) {
      const catalogue = catalogueOf(sets, config.toolNames, observer);
      make = createServerFactory({
        name: "clew",
        version,
        instructions: instructionsFor(catalogue),
        catalogue,
        viewOf,
        updates,
        report,
        connection,
        inFlight,
        stateKey: parts.stateKey,
        around: observing.around,
      });
      prepared.set(key, make);
    }
    return make;
  };
  makeServer(config.tools);
  return {
    makeServer,
    /** The ledger as a caller sees it. */
    viewOf,
    /** What views are made from. */
    views,
    updates,
    inFlight,
    /** Logs an error that an operator has to look at. */
    report,
    /** Whether the store can be written, and a warning where nobody takes what is handed in. */
    async readiness() {
      const [{ status, reason }, taking] = await Promise.all([ready(), workers?.()]);
      return { isReady: status === "up", reason, warning: taking?.reason };
    },
    /** How the server and what it uses are. */
    health: () => healthOf(observer),
    /** What is wrong with a choice of tool sets, if anything. */
    checkTools(tools: string): string | undefined {
      const sets = readToolSets(tools);
      return "problem" in sets ? sets.problem : undefined;
    },
    /** Keeps the invocations at hand; the store must still be open. */
    close: () => invocations.close(),
  };
}
