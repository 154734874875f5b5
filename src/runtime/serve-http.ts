import { CommandFailure } from "../cli/command.ts";
import { describeTarget, type LedgerTarget } from "../config/ledger-target.ts";
import type { Config } from "../config/schema.ts";
import { createApp } from "../http/app.ts";
import { collectWhenIdle } from "../http/idle-gc.ts";
import { listen, type RunningServer, urlOf } from "../http/listen.ts";
import { createPage } from "../http/page.ts";
import { createBackgroundImport } from "../import/background.ts";
import { principalOf } from "../mcp/caller.ts";
import { createHttpEndpoint } from "../mcp/http/endpoint.ts";
import { openAtStart, openPeers } from "../store/open.ts";
import type { Log } from "../telemetry/log.ts";
import { CloseStack } from "./close-stack.ts";
import { keepExtracting } from "./extract-facts.ts";
import { createHttpGuard } from "./http-guard.ts";
import { keepRunningJobs } from "./jobs.ts";
import { createMcpServer } from "./mcp-server.ts";
import { offlineViewer } from "./offline-viewer.ts";
import { openRuntimeAtStart, type RuntimeOptions } from "./open.ts";
import { LAST_ANSWERS_MS, limitStopTime, stopSignal, surviveRejections, waitLogged } from "./process.ts";
import { applyRetention } from "./retention.ts";
import { version } from "./version.ts";

/** What the HTTP server needs in addition to a runtime. */
export interface HttpOptions extends RuntimeOptions {
  /** The folder of the built page. */
  readonly pageFolder: string;
  /** The user's home folder. */
  readonly homeFolder: string;
}

/** Serves HTTP until the process is asked to stop; calls `ready` once with the address and the database. */
export async function serveHttp(
  options: HttpOptions,
  ready: (address: string, database: string) => void,
): Promise<void> {
  const { config, target, log, pageFolder } = options;
  const { limits: limitsFor, ...guard } = await createHttpGuard(config, log);
  const stop = stopSignal();
  const waiting = waitLogged(stop, log);
  const runtime = await openRuntimeAtStart(options, waiting);
  if (!runtime) return;
  const opened = new CloseStack();
  const { jobs, telemetry, ownNotebooks } = runtime;
  let server: RunningServer | undefined;
  opened.defer(() => runtime.close());
  opened.defer(() => server?.close());
  try {
    const peers = await openAtStart(target, () => joinPeers(target, log), waiting);
    opened.defer(() => peers?.close());
    const limits = limitsFor(peers);
    const mcp = createMcpServer(runtime, { stateKey: peers && (() => peers.secret()) });
    surviveRejections(log);
    const endpoint = createHttpEndpoint({
      factory: (context) => mcp.serverWith(toolsIn(context.requestInfo) ?? config.tools)(context),
      plainServer: (request) => mcp.plainServerWith(toolsIn(request) ?? config.tools),
      bus: (authInfo) => ({
        publish() {},
        subscribe: (listener) =>
          mcp.updates.listen(
            (uri) => listener({ kind: "resource_updated", uri }),
            mcp.viewOf(principalOf(authInfo)).sees,
          ),
      }),
      ready: mcp.updates.ready,
      onError: (error) => log.debug("protocol error", { error }),
      peers,
    });
    opened.defer(() => endpoint.close());
    const stopping = new AbortController();
    const imports = createBackgroundImport(
      {
        homeFolder: options.homeFolder,
        platform: process.platform,
        env: options.env,
        dataHome: options.home,
      },
      stopping.signal,
    );
    const app = createApp({
      endpoint,
      checkTools: mcp.checkTools,
      limits,
      ...guard,
      api: {
        viewOf: mcp.viewOf,
        feed: runtime.feed,
        health: mcp.health,
        samples: telemetry.meter.samples,
        stopping: stopping.signal,
        exportHtml: offlineViewer(pageFolder),
        imports,
      },
      metrics: telemetry.meter.text,
      page: createPage(pageFolder),
      readiness: mcp.readiness,
      version,
      report: (error) => mcp.report("http", error),
      onAnswer: (request) => log.debug("request", { ...request }),
    });
    const { maxConnections } = config;
    server = await listen(app, config.host, config.port, { maxConnections }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandFailure(cannotListen(error, config));
      },
    );
    const work = runtime.runsJobs ? keepRunningJobs(runtime) : undefined;
    ready(urlOf(config.host, server.port), describeTarget(target, options.homeFolder));
    if (config.import !== undefined)
      imports
        .watch(runtime.store, config.import, stopping.signal)
        .catch((error: unknown) => stopping.signal.aborted || log.warn("import", { error }));
    void applyRetention(runtime, stopping.signal);
    if (runtime.runsJobs) void keepExtracting(runtime, stopping.signal);
    const stopCollecting = collectWhenIdle(limits.activity, {
      onCollected: (collection) => log.debug("garbage collected", { ...collection }),
    });
    await stop;
    limitStopTime(log);
    stopCollecting();
    log.info("stopping");
    limits.stop();
    stopping.abort();
    // Running cells end first, so that the calls that wait for them can be answered.
    await jobs.cancelWithOwnerKey();
    if (!jobs.isShared) await ownNotebooks.close();
    await Promise.all([
      work?.stop(LAST_ANSWERS_MS),
      mcp.inFlight.answered(LAST_ANSWERS_MS),
      limits.answered(LAST_ANSWERS_MS),
    ]);
  } finally {
    await opened.close();
  }
}

/** Joins the other servers of a database that several can use. */
async function joinPeers(target: LedgerTarget, log: Log) {
  if (!("databaseUrl" in target)) return undefined;
  return openPeers(target.databaseUrl, (error) => log.warn("peers", { error }));
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === "EADDRINUSE")
    return `port ${port} on ${host} is in use: a Clew that runs already, or another program. \`clew serve --port 0\` takes a free one.`;
  return `cannot listen on port ${port} of ${host}: ${error.code ?? error.message}`;
}

function toolsIn(request: Request | undefined): string | undefined {
  return (request && new URL(request.url).searchParams.get("tools")) || undefined;
}
