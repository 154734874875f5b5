import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { CommandFailure, type DefineCommand, type Services, type Terminal } from "./cli/command.ts";
import { composeNotebooks } from "./compose-notebooks.ts";
import { composeViewer } from "./compose-viewer.ts";
import { type LedgerPlace, ledgerPlace, shownPlace } from "./config/ledger-place.ts";
import { ConfigError, loadConfig, parseConfigFile } from "./config/load.ts";
import type { Config } from "./config/schema.ts";
import type { MakeServer } from "./mcp/serve.ts";
import { lazyStore } from "./store/lazy.ts";
import { backUp, openAtStart, openPeers, openStore } from "./store/open.ts";
import type { Store } from "./store/port.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { version } from "./version.ts";

/** How long calls under way may take to be answered after the HTTP server was asked to stop. */
const LAST_ANSWERS_MS = 2_000;
/** How long a server may take to stop in all: less than the 10 s after which containers are killed. */
const LONGEST_STOP_MS = 8_000;

/** The commands, in the order of the help; only the one that is asked for is loaded. */
const commands: Readonly<Record<string, () => Promise<DefineCommand>>> = {
  mcp: async () => (await import("./cli/mcp.ts")).mcp,
  serve: async () => (await import("./cli/serve.ts")).serve,
  worker: async () => (await import("./cli/worker.ts")).worker,
  connect: async () => (await import("./cli/connect.ts")).connect,
  think: async () => (await import("./cli/think.ts")).think,
  chat: async () => (await import("./cli/chat.ts")).chat,
  sessions: async () => (await import("./cli/sessions.ts")).sessions,
  invocations: async () => (await import("./cli/invocations.ts")).invocations,
  models: async () => (await import("./cli/models.ts")).models,
  notebook: async () => (await import("./cli/notebook.ts")).notebook,
  migrate: async () => (await import("./cli/migrate.ts")).migrate,
  backup: async () => (await import("./cli/backup.ts")).backup,
  token: async () => (await import("./cli/token.ts")).token,
  doctor: async () => (await import("./cli/doctor.ts")).doctor,
};

/** Runs the command line. Exit codes: 0 done, 1 failed, 2 used wrongly. */
export async function run(argv: readonly string[]): Promise<void> {
  enableCompileCache();
  const terminal = processTerminal();
  const { runProgram } = await import("./cli/program.ts");
  process.exitCode = await runProgram(argv, commands, terminal, services(terminal));
}

function processTerminal(): Terminal {
  // A reader that has seen enough (`| head`) is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    env: process.env,
    homeFolder: homedir(),
    platform: process.platform,
    workingFolder: process.cwd(),
    ...ownLaunch(ownProgram()),
  };
}

/** A checkout or an installed package can be started again where it is; what `npx` fetched may be gone tomorrow. */
function ownLaunch(program: string): Pick<Terminal, "launch"> {
  if (/[\\/]_npx[\\/]/.test(program)) return {};
  return { launch: { command: process.execPath, args: [program, "mcp"] } };
}

function ownProgram(): string {
  return join(dirname(fileURLToPath(import.meta.url)), "../../bin/clew.js");
}

/** Where the page is built. */
function pageFolder(): string {
  return join(dirname(ownProgram()), "../dist/web");
}

function services(terminal: Terminal): Services {
  const home = (config: { readonly home?: string | undefined }) =>
    config.home ?? join(terminal.homeFolder, ".thoughtbox");
  const place = (config: Config) => ledgerPlace(config, home(config));
  const open = (config: Config): Promise<Store> => openStore(place(config));
  const logFor = (config: Config) =>
    createLog({ level: config.logLevel, format: config.logFormat, write: terminal.err });
  return {
    version,
    config(flags) {
      const folder = home({
        home: (flags.home as string | undefined) || terminal.env.CLEW_HOME || undefined,
      });
      return loadConfig(flags, terminal.env, readConfigFile(join(folder, "config.json")));
    },
    dataHome: home,
    openLedger: open,
    exportHtml: () => composeViewer(pageFolder()),
    async workers(config) {
      const { findWorkers } = await import("./compose-workers.ts");
      return findWorkers(config, place(config));
    },
    async listedTools(config) {
      const { listedTool } = await import("./mcp/schema.ts");
      const { catalogueOf, readToolSets } = await import("./server/catalogue.ts");
      const sets = readToolSets(config.tools);
      if ("problem" in sets) throw new ConfigError(`--tools: ${sets.problem}`);
      return catalogueOf(sets, config.toolNames).tools.map(listedTool);
    },
    async newPrincipal(name, scopes) {
      const { newPrincipal } = await import("./http/auth/new-principal.ts");
      const { TokensFileError } = await import("./http/auth/tokens-file.ts");
      try {
        return newPrincipal(name, scopes);
      } catch (error) {
        if (!(error instanceof TokensFileError)) throw error;
        throw new CommandFailure(error.message.replace("principals[0].", ""), 2);
      }
    },
    async copyLedger(config, direction, onStep) {
      const { copyLedger } = await import("./compose-copy.ts");
      return copyLedger(config, home(config), direction, onStep);
    },
    async backUpLedger(config, to) {
      const from = place(config);
      if ("file" in from) return backUp(from.file, to);
      throw new CommandFailure(
        "the ledger is in a PostgreSQL database, which pg_dump and pg_basebackup save: see the guide to backups",
        2,
      );
    },
    async think(config, order) {
      const { thinkOnce } = await import("./compose-think.ts");
      return thinkOnce(config, home(config), await open(config), order);
    },
    async chat(config, hooks) {
      const { openChat } = await import("./compose-chat.ts");
      const store = lazyStore(() => open(config));
      return openChat({ config, home: home(config), store, env: terminal.env, program: ownProgram() }, hooks);
    },
    async serveStdio(config) {
      // Editors start a server per window, for one client that asks one thing at a time: memory counts more than peak rate.
      setFlagsFromString("--optimize-for-size");
      const log = logFor(config);
      const output = keepStdoutPure();
      const { serveStreams } = await import("./mcp/stdio.ts");
      const { composeObserving } = await import("./compose-observing.ts");
      const observing = await composeObserving(config, log);
      const store = lazyStore(async () => observing.store(await open(config)));
      const { AT_ONCE, composeJobs, keepWorking } = await import("./compose-work.ts");
      const jobs = composeJobs(place(config), log);
      const isWorker = config.work === "on" || !jobs.isShared;
      const { notebooks, own, endKernel } = composeNotebooks({
        config,
        home: home(config),
        store,
        log,
        env: terminal.env,
        // The others are waited for below.
        endWith: ["SIGHUP"],
        jobs,
        isWorker,
      });
      const { composeServing } = await import("./compose-serving.ts");
      const connection = { processHandle: processHandle() };
      const serving = composeServing({
        config,
        home: home(config),
        folders: await startFolders(terminal.workingFolder, home(config)),
        store,
        notebooks,
        jobs,
        log,
        connection,
        observing,
      });
      const { makeServer, updates, views } = serving;
      const { meter } = observing;
      const work =
        isWorker && keepWorking({ jobs, views, notebooks: own, endKernel, atOnce: AT_ONCE, log, meter });
      surviveRejections(log);
      let server: ReturnType<MakeServer> | undefined;
      let stop: (() => void) | undefined;
      const served = serveStreams({
        makeServer: (context) => {
          server = makeServer(config.tools)(context);
          return server;
        },
        input: process.stdin,
        output,
        onError: (error) => log.debug("protocol error", { error }),
        onListen: async () => {
          // The SDK keeps the listen streams of the 2026 revision: it takes every update and passes on what was asked for.
          // A client may listen before it asks anything else, when there is no server yet.
          stop ??= updates.listen((uri) => void server?.sendResourceUpdated({ uri }).catch(() => {}));
          await updates.ready();
        },
      });
      await Promise.race([served, stopAsked()]);
      endInTime(log);
      stop?.();
      process.stdin.destroy();
      await jobs.cancelWithOwnerKey();
      if (work) await work.stop(LAST_ANSWERS_MS);
      await own.close();
      await jobs.close();
      await serving.close();
      await observing.close();
      await store.close();
    },
    async work(config, order, ready) {
      const { runWorker } = await import("./compose-worker.ts");
      const where = { home: home(config), place: place(config), homeFolder: terminal.homeFolder };
      const log = logFor(config);
      surviveRejections(log);
      await runWorker({ config, ...where, env: terminal.env, log }, order, ready, stopAsked());
    },
    async serveHttp(config, ready) {
      const log = logFor(config);
      const { composeGuarding } = await import("./compose-guarding.ts");
      const { limits: limitsFor, ...guarding } = await composeGuarding(config, log);
      const [{ createHttpEndpoint }, { principalIn }, { createApp }, { createPage }, { listen }] =
        await Promise.all([
          import("./mcp/http/endpoint.ts"),
          import("./mcp/caller.ts"),
          import("./http/app.ts"),
          import("./http/page.ts"),
          import("./http/listen.ts"),
        ]);
      const { composeObserving } = await import("./compose-observing.ts");
      const observing = await composeObserving(config, log);
      const asked = stopAsked();
      const { AT_ONCE, composeJobs, keepWorking, startWaiting } = await import("./compose-work.ts");
      const atStart = startWaiting(asked, log);
      const opened = await openAtStart(place(config), () => open(config), atStart);
      if (!opened) return;
      const store = observing.store(opened);
      const peers = await openAtStart(place(config), () => joinPeers(place(config), log), atStart);
      const limits = limitsFor(peers);
      const jobs = composeJobs(place(config), log);
      const isWorker = config.work === "on" || !jobs.isShared;
      const { notebooks, own, endKernel } = composeNotebooks({
        config,
        home: home(config),
        store,
        log,
        env: terminal.env,
        // The others are waited for below.
        endWith: ["SIGHUP"],
        jobs,
        isWorker,
      });
      const { composeServing } = await import("./compose-serving.ts");
      const serving = composeServing({
        config,
        home: home(config),
        store,
        notebooks,
        jobs,
        log,
        connection: {},
        observing,
        stateKey: peers && (() => peers.secret()),
      });
      const { makeServer, viewOf, views, updates, checkTools, inFlight } = serving;
      const { meter } = observing;
      surviveRejections(log);
      const endpoint = createHttpEndpoint({
        factory: (context) => makeServer(askedTools(context.requestInfo) ?? config.tools)(context),
        bus: (authInfo) => ({
          publish() {},
          subscribe: (listener) =>
            updates.listen(
              (uri) => listener({ kind: "resource_updated", uri }),
              viewOf(principalIn(authInfo)).sees,
            ),
        }),
        ready: updates.ready,
        onError: (error) => log.debug("protocol error", { error }),
        peers,
      });
      const stopping = new AbortController();
      const app = createApp({
        endpoint,
        checkTools,
        limits,
        ...guarding,
        api: {
          viewOf,
          health: serving.health,
          samples: observing.meter.samples,
          stopping: stopping.signal,
          exportHtml: composeViewer(pageFolder()),
        },
        figures: observing.meter.text,
        page: createPage(pageFolder()),
        readiness: serving.readiness,
        version,
        report: (error) => serving.report("http", error),
        onAnswer: (request) => log.debug("request", { ...request }),
      });
      const { giveMemoryBack } = await import("./http/rest.ts");
      const { maxConnections } = config;
      const bound = listen(app, config.host, config.port, { maxConnections });
      const server = await bound.catch(async (error: NodeJS.ErrnoException) => {
        await endpoint.close();
        await peers?.close();
        await store.close();
        throw new CommandFailure(cannotListen(error, config));
      });
      const host = config.host.includes(":") ? `[${config.host}]` : config.host;
      const work =
        isWorker && keepWorking({ jobs, views, notebooks: own, endKernel, atOnce: AT_ONCE, log, meter });
      ready(`http://${host}:${server.port}`, shownPlace(place(config), terminal.homeFolder));
      const stopLooking = giveMemoryBack(limits.activity, {
        onCollected: (collection) => log.debug("memory given back", { ...collection }),
      });
      await asked;
      endInTime(log);
      stopLooking();
      log.info("stopping");
      limits.stop();
      stopping.abort();
      // Cells under way are ended first, so that those who wait for them can be answered.
      await jobs.cancelWithOwnerKey();
      if (!jobs.isShared) await own.close();
      await Promise.all([
        work ? work.stop(LAST_ANSWERS_MS) : undefined,
        inFlight.answered(LAST_ANSWERS_MS),
        limits.answered(LAST_ANSWERS_MS),
      ]);
      await own.close();
      await endpoint.close();
      await peers?.close();
      await server.close();
      await jobs.close();
      await serving.close();
      await observing.close();
      await store.close();
    },
  };
}
/** Who starts a stdio server chooses the folder it starts in, which counts as configured if it can be bound at all. */
async function startFolders(workingFolder: string, home: string): Promise<readonly string[]> {
  const { rootProblem } = await import("./files/bindable.ts");
  return (await rootProblem(workingFolder, home)) === undefined ? [workingFolder] : [];
}

function readConfigFile(file: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    throw new ConfigError(`config.json in the data home: cannot be read (${code})`);
  }
  return parseConfigFile(text);
}

/** The other servers on a database that several can use. */
async function joinPeers(place: LedgerPlace, log: Log) {
  if (!("databaseUrl" in place)) return undefined;
  return openPeers(place.databaseUrl, (error) => log.warn("peers", { error }));
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === "EADDRINUSE")
    return `port ${port} on ${host} is in use: a Clew that runs already, or another program. \`clew serve --port 0\` takes a free one.`;
  return `cannot listen on port ${port} of ${host}: ${error.code ?? error.message}`;
}

/** Gives the protocol the real stdout and sends everything else that is printed to stderr. */
function keepStdoutPure(): Writable {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  const real = Object.create(stdout, { write: { value: write } });
  stdout.write = process.stderr.write.bind(process.stderr) as typeof stdout.write;
  return real;
}

function askedTools(request: Request | undefined): string | undefined {
  return (request && new URL(request.url).searchParams.get("tools")) || undefined;
}

function processHandle(): string {
  return `stdio-${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString("hex")}`;
}

function surviveRejections(log: Log): void {
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", { error }));
}

/**
 * Ends the process when closing takes too long, for instance because the database does not answer. What was acknowledged
 * is stored already.
 */
function endInTime(log: Log): void {
  setTimeout(() => {
    log.warn("stop forced", { afterMs: LONGEST_STOP_MS });
    process.exit(0);
  }, LONGEST_STOP_MS).unref();
}

function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
