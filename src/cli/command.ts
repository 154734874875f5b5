import type { Command } from "commander";
import type { Config } from "../config/schema.ts";
import type { LLMConfig } from "../host/config.ts";
import type { SamplingOptions } from "../host/sampling.ts";
import type { SessionManager, SessionManagerOptions } from "../host/session-manager.ts";
import type { WriteDocument } from "../ledger/index.ts";
import type { LinearResult } from "../reasoning/index.ts";
import type { CopyStep, CopySummary } from "../store/copy/copy-store.ts";
import type { Store } from "../store/port.ts";

/** Everything outside its arguments that a command may use; tests pass their own. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `out` is a terminal: tables and colour there, plain text for pipes. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  readonly workingFolder: string;
  /** How a client can start this installation; absent if it was fetched for one run only. */
  readonly launch?: { readonly command: string; readonly args: readonly string[] };
}

/** What the runtime offers to commands. */
export interface Services {
  /** The configuration: these flags over environment over file over default. */
  config(flags: Readonly<Record<string, unknown>>): Config;
  /** The folder that holds the ledger, exports and notebooks. */
  dataHome(config: Config): string;
  openLedger(config: Config): Promise<Store>;
  /** Writes a session as one page that needs nothing else; undefined where its viewer was not built. */
  exportHtml(): WriteDocument | undefined;
  /** Serves one client on stdin and stdout until it closes its end. */
  serveStdio(config: Config): Promise<void>;
  /** Takes jobs until it is asked to stop; `ready` is called once with what it takes, and where. */
  work(config: Config, order: WorkerOptions, ready: (facts: WorkerFacts) => void): Promise<void>;
  /** Serves HTTP until it is asked to stop; `ready` is called once with the address and the database. */
  serveHttp(config: Config, ready: (address: string, database: string) => void): Promise<void>;
  /** One step of linear reasoning on the ledger. */
  think(config: Config, order: ThinkRequest): Promise<LinearResult>;
  /** Agents on the ledger, with the model that the configuration chooses; nothing is opened before it is needed. */
  chat(config: Config, hooks: ChatHooks): Promise<ChatParts>;
  /** Who takes jobs on the configured database now; undefined where a process does its own. */
  workers(config: Config): Promise<WorkersFact | undefined>;
  /** The tools that this configuration lists, as clients see them. */
  listedTools(config: Config): Promise<readonly object[]>;
  /** A new token for a caller of the HTTP server, and the entry of the tokens file that knows it. */
  newPrincipal(name: string, scopes: readonly string[]): Promise<{ token: string; entry: object }>;
  /** Copies the whole ledger between the database file and the PostgreSQL database that are configured. */
  copyLedger(
    config: Config,
    direction: CopyDirection,
    onStep: (step: CopyStep) => void,
  ): Promise<CopySummary>;
  /** Writes the ledger's file, as it is now, to another one. */
  backUpLedger(config: Config, to: string): Promise<{ readonly bytes: number }>;
  readonly version: string;
}

/** From where to where a ledger is copied. */
export type CopyDirection = "sqlite-to-postgres" | "postgres-to-sqlite";

/** Whether somebody takes jobs, in words. */
export interface WorkersFact {
  readonly ok: boolean;
  readonly says: string;
}

/** How a worker takes jobs. */
export interface WorkerOptions {
  /** How many jobs at once. */
  readonly atOnce: number;
  /** Port of its health check; none when absent. */
  readonly port?: number | undefined;
}

/** What a worker is. */
export interface WorkerFacts {
  readonly database: string;
  /** The engine and the model; absent where it takes no work for models. */
  readonly model?: string | undefined;
  /** Address of its health check. */
  readonly address?: string | undefined;
}

/** A question for the configured model. */
export interface ThinkRequest {
  readonly question: string;
  readonly session?: string | undefined;
  readonly confidence?: number | undefined;
  readonly signal: AbortSignal;
  /** Called with each piece of the thought as it comes. */
  readonly onText: (piece: string) => void;
}

/** Who is asked on behalf of an agent. */
export interface ChatHooks extends Pick<SessionManagerOptions, "approve" | "elicit"> {
  /** Shows the person the page on which they sign in at a server; absent where nobody is there. */
  readonly signIn?: (server: string, page: URL) => Promise<void>;
  /** Decides whether a server may ask the model. */
  readonly approveSampling: SamplingOptions["approve"];
}

/** What `clew chat` works with. */
export interface ChatParts {
  readonly manager: SessionManager;
  readonly store: Store;
  /** The data home. */
  readonly home: string;
  /** What a new session asks. */
  readonly model: { readonly type: string; readonly model: string };
  /** Clew's own tools on the same ledger, as an entry of `mcpServers`. */
  readonly ownServer: NonNullable<LLMConfig["servers"]>[string];
  /** Stops all servers and closes the ledger. */
  close(): Promise<void>;
}

/** A command is one file that adds itself to the program. It returns by setting an exit code, never by exiting. */
export type DefineCommand = (program: Command, terminal: Terminal, services: Services) => void;

/** An error whose message is all the user needs; it becomes one line on stderr and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
