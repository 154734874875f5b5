import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config/load.ts";
import type { ClientConnection } from "../mcp/caller.ts";
import type { ToolServer } from "../mcp/direct-call.ts";
import { createInFlightCalls } from "../mcp/run-tool.ts";
import { createServerFactory, type MakeServer } from "../mcp/serve.ts";
import { createUpdates } from "../mcp/updates.ts";
import { catalogueOf, readToolSets } from "../server/catalogue.ts";
import { instructionsFor } from "../server/instructions.ts";
import { healthOf } from "../server/observability/server-state.ts";
import { createFaultLog } from "../telemetry/fault-log.ts";
import { extractionByClients } from "./extract-by-clients.ts";
import type { Runtime } from "./open.ts";
import { notebooksProbe, storeProbe, workersProbe } from "./probes.ts";
import { version } from "./version.ts";
import { createViews } from "./views.ts";

/** The options that differ between transports. */
interface McpServerOptions {
  readonly connection?: ClientConnection;
  /** The key that protects state sent through clients, if several servers share one. */
  readonly stateKey?: (() => Promise<Uint8Array>) | undefined;
}

/** Connects the catalogue and the feed to a runtime. The servers of each choice of tool sets are prepared once. */
export function createMcpServer(runtime: Runtime, { connection = {}, stateKey }: McpServerOptions) {
  const { config, store, notebooks, jobs, engine, telemetry } = runtime;
  const report = createFaultLog(runtime.log);
  const viewOf = createViews(runtime);
  const storeIsUp = storeProbe(store, telemetry.space);
  const workers = jobs.isShared
    ? workersProbe(jobs, engine ? ["notebook", "model"] : ["notebook"])
    : undefined;
  const observer = telemetry.observer({
    store: storeIsUp,
    notebooks: runtime.runsJobs
      ? notebooksProbe(notebooks)
      : async () => ({ status: "configured", at: "workers" }),
    ...(workers && { workers }),
    engine: async () =>
      engine
        ? { status: "configured", name: engine.name, model: engine.model }
        : { status: "not_configured" },
  });
  const updates = createUpdates(catalogueOf(["all"]).resources, runtime.feed, (error) =>
    report("feed", error),
  );
  const inFlight = createInFlightCalls();
  const onModelClient = extractionByClients(runtime, viewOf);
  const factories = new Map<string, MakeServer>();
  const serverWith = (tools: string): MakeServer => {
    const sets = readToolSets(tools);
    if ("problem" in sets) throw new ConfigError(`--tools: ${sets.problem}`);
    const key = sets.toSorted().join();
    let factory = factories.get(key);
    if (!factory) {
      const catalogue = catalogueOf(sets, config.toolNames, observer);
      factory = createServerFactory({
        name: "clew",
        version,
        instructions: instructionsFor(catalogue),
        catalogue,
        viewOf,
        appView: () => readAppView(runtime.pageFolder),
        updates,
        report,
        connection,
        inFlight,
        onModelClient,
        stateKey,
        around: telemetry.aroundCall,
      });
      factories.set(key, factory);
    }
    return factory;
  };
  const plainServers = new Map<MakeServer, ToolServer>();
  /** The server of these tool sets that all plain calls of the 2026-07-28 revision share. */
  const plainServerWith = (tools: string): ToolServer => {
    const make = serverWith(tools);
    const server = plainServers.get(make) ?? make({ era: "modern" });
    plainServers.set(make, server);
    return server;
  };
  // An unknown tool set in the configuration stops the start.
  serverWith(config.tools);
  return {
    /** The factory of servers that offer these tool sets. */
    serverWith,
    plainServerWith,
    viewOf,
    updates,
    inFlight,
    /** Logs an error that an operator should see. */
    report,
    /** Whether the store is writable, with a warning if a kind of job has no worker. */
    async readiness() {
      const [{ status, reason }, taking] = await Promise.all([storeIsUp(), workers?.()]);
      return { isReady: status === "up", reason, warning: taking?.reason };
    },
    health: () => healthOf(observer),
    /** Returns what is wrong with a selection of tool sets, or undefined. */
    checkTools(tools: string): string | undefined {
      const sets = readToolSets(tools);
      return "problem" in sets ? sets.problem : undefined;
    },
  };
}

/** The view of a session for MCP Apps, from the built page; undefined if it was not built. */
async function readAppView(pageFolder: string | undefined): Promise<string | undefined> {
  return pageFolder === undefined
    ? undefined
    : readFile(join(pageFolder, "app.html"), "utf8").catch(() => undefined);
}
