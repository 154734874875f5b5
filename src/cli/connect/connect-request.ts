import { resolve } from "node:path";
import { CommandFailure, type Terminal } from "../command.ts";
import type { Launch, Server, Variables } from "./server-entry.ts";

/** The options as commander passes them. */
export interface ConnectOptions {
  readonly all?: boolean;
  readonly project?: boolean;
  readonly transport: string;
  readonly url?: string;
  readonly name: string;
  readonly tools?: string;
  readonly command?: string;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly force?: boolean;
  readonly instructions?: boolean;
  readonly hooks?: boolean;
}

/** What to do for each client. */
export interface ConnectRequest {
  readonly name: string;
  readonly server: Server;
  /** The server's HTTP address, also for stdio: entries of ours are recognized by it. */
  readonly url: string;
  readonly isProject: boolean;
  readonly isDryRun: boolean;
  readonly isRemoval: boolean;
  readonly isForced: boolean;
  /** The shell command that answers an event of a client's hooks. */
  readonly hookCommand: (event: string, client: string) => string;
}

/** Where `clew serve` listens by default. */
export const defaultUrl = "http://127.0.0.1:4747/mcp";

/** Checks the options. Throws a `CommandFailure` for invalid ones. */
export function readConnectRequest(options: ConnectOptions, terminal: TerminalFacts): ConnectRequest {
  const { name, transport, url, tools, command } = options;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new CommandFailure("--name must be 1 to 64 letters, digits, - or _.");
  }
  if (transport !== "stdio" && transport !== "http") {
    throw new CommandFailure(`--transport must be stdio or http, not "${transport}".`);
  }
  if (transport === "stdio" && url !== undefined)
    throw new CommandFailure("--url requires --transport http.");
  if (transport === "http" && (tools !== undefined || command !== undefined)) {
    throw new CommandFailure(
      "--tools and --command apply to stdio only; pass them to the server at --url instead.",
    );
  }
  if (tools !== undefined && tools.trim() === "") throw new CommandFailure("--tools requires a list.");
  const isProject = options.project ?? false;
  const launch = command === undefined ? defaultLaunch(terminal, isProject) : splitCommand(command);
  const args = tools === undefined ? launch.args : [...launch.args, "--tools", tools.trim()];
  const address = checkedUrl(url ?? defaultUrl);
  return {
    name,
    server:
      transport === "stdio"
        ? {
            transport,
            launch: { command: launch.command, args },
            variables: variablesOf(terminal, isProject),
          }
        : { transport, url: address, token: terminal.env.CLEW_TOKEN || undefined },
    url: address,
    isProject,
    isDryRun: options.dryRun ?? false,
    isRemoval: options.remove ?? false,
    isForced: options.force ?? false,
    hookCommand: (event, client) => hookCommand(launch, event, client, terminal, isProject),
  };
}

/** A hook starts the program that the client starts, with `hook` instead of `mcp`, on the same data home. */
function hookCommand(
  { command, args }: Launch,
  event: string,
  client: string,
  terminal: TerminalFacts,
  isProject: boolean,
): string {
  const at = args.lastIndexOf("mcp");
  const { CLEW_HOME } = variablesOf(terminal, isProject).values;
  const words = [command, ...args.slice(0, at < 0 ? args.length : at), "hook", event, "--client", client];
  if (CLEW_HOME !== undefined) words.push("--home", CLEW_HOME);
  return words.map((word) => quoted(word, terminal.platform)).join(" ");
}

function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

type TerminalFacts = Pick<Terminal, "platform" | "launch" | "env" | "workingFolder">;

/** Variables of this process that a server started by a client needs as well. */
function variablesOf({ env, workingFolder }: TerminalFacts, isProject: boolean): Variables {
  const { CLEW_HOME, DATABASE_URL } = env;
  return {
    // A project file is shared with other machines, which have other folders.
    values: CLEW_HOME && !isProject ? { CLEW_HOME: resolve(workingFolder, CLEW_HOME) } : {},
    secrets: DATABASE_URL ? { DATABASE_URL } : {},
  };
}

function defaultLaunch(terminal: TerminalFacts, isProject: boolean): Launch {
  // A project file is shared with other machines, which do not have this installation.
  if (terminal.launch && !isProject) return terminal.launch;
  const args = ["-y", "clew", "mcp"];
  // On Windows npx is a batch file, which clients cannot start.
  if (terminal.platform === "win32" && !isProject) return { command: "cmd", args: ["/c", "npx", ...args] };
  return { command: "npx", args };
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandFailure(`--url must be an http or https URL, not "${url}".`);
  }
  return url;
}

/** Splits a command line at white space; quotes group words. Backslashes are literal, for Windows paths. */
export function splitCommand(line: string): Launch {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const char of line) {
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) throw new CommandFailure(`--command has a ${quote} that is never closed.`);
  if (word !== undefined) words.push(word);
  const [command, ...args] = words;
  if (!command) throw new CommandFailure("--command requires a command.");
  return { command, args };
}
