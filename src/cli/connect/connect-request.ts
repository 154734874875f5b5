import { resolve } from "node:path";
import { CommandFailure, type Terminal } from "../command.ts";
import type { Launch, Server, Variables } from "./servers.ts";
import { splitCommand } from "./split-command.ts";

/** The command line's options as commander hands them over. */
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
}

/** What the user wants done to each client. */
export interface ConnectRequest {
  readonly name: string;
  readonly server: Server;
  /** Where the server is called over HTTP, also when it is not, to know an entry of ours again. */
  readonly url: string;
  readonly isProject: boolean;
  readonly isDryRun: boolean;
  readonly isRemoval: boolean;
  readonly isForced: boolean;
}

/** Where `clew serve` listens unless told otherwise. */
export const defaultUrl = "http://127.0.0.1:4747/mcp";

/** Checks the options and puts them together; throws a `CommandFailure` for what makes no sense. */
export function readConnectRequest(options: ConnectOptions, terminal: Surroundings): ConnectRequest {
  const { name, transport, url, tools, command } = options;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new CommandFailure("--name takes letters, digits, - and _, at most 64 of them.");
  }
  if (transport !== "stdio" && transport !== "http") {
    throw new CommandFailure(`--transport is stdio or http, not "${transport}".`);
  }
  if (transport === "stdio" && url !== undefined) throw new CommandFailure("--url needs --transport http.");
  if (transport === "http" && (tools !== undefined || command !== undefined)) {
    throw new CommandFailure(
      "--tools and --command are for stdio; give them to the server that --url names.",
    );
  }
  if (tools !== undefined && tools.trim() === "") throw new CommandFailure("--tools needs a list.");
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
  };
}

type Surroundings = Pick<Terminal, "platform" | "launch" | "env" | "workingFolder">;

/** The variables that this process was started with and that a server started by a client needs, too. */
function variablesOf({ env, workingFolder }: Surroundings, isProject: boolean): Variables {
  const { CLEW_HOME, DATABASE_URL } = env;
  return {
    // A project's file is shared with other machines, which have other folders.
    values: CLEW_HOME && !isProject ? { CLEW_HOME: resolve(workingFolder, CLEW_HOME) } : {},
    secrets: DATABASE_URL ? { DATABASE_URL } : {},
  };
}

function defaultLaunch(terminal: Surroundings, isProject: boolean): Launch {
  // A project's file is shared with other machines, where this Clew is not.
  if (terminal.launch && !isProject) return terminal.launch;
  const args = ["-y", "clew", "mcp"];
  // On Windows npx is a batch file, which a client cannot start.
  if (terminal.platform === "win32" && !isProject) return { command: "cmd", args: ["/c", "npx", ...args] };
  return { command: "npx", args };
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandFailure(`--url is not an http or https address: "${url}".`);
  }
  return url;
}
