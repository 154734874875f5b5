import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandFailure, type Services, type Terminal } from "./cli/command.ts";
import { commands } from "./cli/commands.ts";
import { ledgerTarget } from "./config/ledger-target.ts";
import { ConfigError, loadConfig, parseConfigFile } from "./config/load.ts";
import type { Config } from "./config/schema.ts";
import { offlineViewer } from "./runtime/offline-viewer.ts";
import type { Continuation } from "./runtime/serve-stdio.ts";
import { version } from "./runtime/version.ts";
import { backUp, openStore } from "./store/open.ts";
import { createLog } from "./telemetry/log.ts";

/** Runs the command line. Exit codes: 0 success, 1 failure, 2 wrong usage. `continuation` is for `clew mcp` only. */
export async function run(argv: readonly string[], continuation?: Continuation): Promise<void> {
  enableCompileCache();
  const terminal = processTerminal();
  const { runProgram } = await import("./cli/program.ts");
  process.exitCode = await runProgram(argv, commands, terminal, services(terminal, continuation));
}

function processTerminal(): Terminal {
  // A reader that closes the pipe early (`| head`) is not an error.
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
    launch: ownLaunch(ownProgram()),
  };
}

/** How to start this installation again; undefined for what `npx` fetched, which may be gone tomorrow. */
function ownLaunch(program: string): Terminal["launch"] {
  if (/[\\/]_npx[\\/]/.test(program)) return undefined;
  return { command: process.execPath, args: [program, "mcp"] };
}

function ownProgram(): string {
  return join(dirname(fileURLToPath(import.meta.url)), "../../bin/clew.js");
}

/** The folder of the built page. */
function pageFolder(): string {
  return join(dirname(ownProgram()), "../dist/web");
}

function services(terminal: Terminal, continuation: Continuation | undefined): Services {
  const { env, homeFolder, workingFolder } = terminal;
  const dataHome = (config: { readonly home?: string | undefined }) =>
    config.home ?? join(homeFolder, ".thoughtbox");
  const targetOf = (config: Config) => ledgerTarget(config, dataHome(config));
  const serverOptions = (config: Config) => ({
    config,
    home: dataHome(config),
    target: targetOf(config),
    env,
    homeFolder,
    pageFolder: pageFolder(),
    log: createLog({ level: config.logLevel, format: config.logFormat, write: terminal.err }),
  });
  /** A command prints no log and sends no traces. */
  const commandOptions = (config: Config) => ({
    ...serverOptions({ ...config, otlpEndpoint: undefined }),
    log: createLog({ level: "error", format: "json", write: () => {} }),
  });
  return {
    version,
    config(flags) {
      const home = (flags.home as string | undefined) || env.CLEW_HOME || undefined;
      return loadConfig(flags, env, readConfigFile(join(dataHome({ home }), "config.json")));
    },
    dataHome,
    openLedger: (config) => openStore(targetOf(config)),
    exportHtml: () => offlineViewer(pageFolder()),
    async workers(config) {
      const { findWorkers } = await import("./runtime/probes.ts");
      return findWorkers(config, targetOf(config));
    },
    async listedTools(config) {
      const { toListedTool } = await import("./mcp/schema.ts");
      const { catalogueOf, readToolSets } = await import("./server/catalogue.ts");
      const sets = readToolSets(config.tools);
      if ("problem" in sets) throw new ConfigError(`--tools: ${sets.problem}`);
      return catalogueOf(sets, config.toolNames).tools.map(toListedTool);
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
      const { copyLedger } = await import("./runtime/copy-ledger.ts");
      return copyLedger(config, dataHome(config), direction, onStep);
    },
    async backUpLedger(config, to) {
      const target = targetOf(config);
      if ("file" in target) return backUp(target.file, to);
      throw new CommandFailure(
        "the ledger is in a PostgreSQL database: back it up with pg_dump or pg_basebackup, as the backup guide describes",
        2,
      );
    },
    async think(config, order) {
      const { thinkOnce } = await import("./runtime/think.ts");
      return thinkOnce(commandOptions(config), workingFolder, order);
    },
    async chat(config, hooks) {
      const { openChat } = await import("./runtime/chat.ts");
      return openChat({ ...commandOptions(config), program: ownProgram() }, hooks);
    },
    async serveStdio(config) {
      const { serveStdio } = await import("./runtime/serve-stdio.ts");
      await serveStdio(serverOptions(config), workingFolder, continuation);
    },
    async serveHttp(config, ready) {
      const { serveHttp } = await import("./runtime/serve-http.ts");
      await serveHttp(serverOptions(config), ready);
    },
    async work(config, order, ready) {
      const { runWorker } = await import("./runtime/worker.ts");
      await runWorker(serverOptions(config), order, ready);
    },
  };
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
