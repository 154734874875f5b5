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

/** The operations that the runtime provides to commands. */
export interface Services {
  /** Loads the configuration. Flags override the environment, which overrides the file, which overrides defaults. */
  config(flags: Readonly<Record<string, unknown>>): Config;
  /** The folder that holds the ledger, exports and notebooks. */
  dataHome(config: Config): string;
  openLedger(config: Config): Promise<Store>;
  /** Writes a session as one self-contained page; undefined if its viewer was not built. */
  exportHtml(): WriteDocument | undefined;
  /** Serves one client on stdin and stdout until it closes its input. */
  serveStdio(config: Config): Promise<void>;
  /** Runs jobs until it is asked to stop; `ready` is called once, with the worker's database, model and address. */
  work(config: Config, order: WorkerOptions, ready: (facts: WorkerFacts) => void): Promise<void>;
  /** Serves HTTP until it is asked to stop; `ready` is called once with the address and the database. */
  serveHttp(config: Config, ready: (address: string, database: string) => void): Promise<void>;
  /** One step of linear reasoning on the ledger. */
  think(config: Config, order: ThinkRequest): Promise<LinearResult>;
  /** Opens the agent host on the ledger with the configured model. Everything is opened on first use. */
  chat(config: Config, hooks: ChatHooks): Promise<ChatParts>;
  /** The workers of the configured database; undefined if each process runs its own jobs. */
  workers(config: Config): Promise<WorkersFact | undefined>;
  /** The tool definitions that clients receive with this configuration. */
  listedTools(config: Config): Promise<readonly object[]>;
  /** Creates a token for a caller of the HTTP server, and its entry for the tokens file. */
  newPrincipal(name: string, scopes: readonly string[]): Promise<{ token: string; entry: object }>;
  /** Copies the whole ledger between the database file and the PostgreSQL database that are configured. */
  copyLedger(
    config: Config,
    direction: CopyDirection,
    onStep: (step: CopyStep) => void,
  ): Promise<CopySummary>;
  /** Copies the ledger's file, in its current state, to another file. */
  backUpLedger(config: Config, to: string): Promise<{ readonly bytes: number }>;
  readonly version: string;
}

/** The direction in which a ledger is copied. */
export type CopyDirection = "sqlite-to-postgres" | "postgres-to-sqlite";

/** Whether any worker runs jobs, as a sentence. */
export interface WorkersFact {
  readonly ok: boolean;
  readonly says: string;
}

/** Options of a worker. */
export interface WorkerOptions {
  /** How many jobs run at the same time. */
  readonly atOnce: number;
  /** Port of its health check; none when absent. */
  readonly port?: number | undefined;
}

/** The facts that a worker prints when it starts. */
export interface WorkerFacts {
  readonly database: string;
  /** The engine and its model; absent if the worker runs no model work. */
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

/** Callbacks with which an agent asks the person at the terminal. */
export interface ChatHooks extends Pick<SessionManagerOptions, "approve" | "elicit"> {
  /** Opens the sign-in page of a server; absent without a terminal. */
  readonly signIn?: (server: string, page: URL) => Promise<void>;
  /** Decides whether a server may ask the model. */
  readonly approveSampling: SamplingOptions["approve"];
}

/** The open parts that `clew chat` uses. */
export interface ChatParts {
  readonly manager: SessionManager;
  readonly store: Store;
  /** The data home. */
  readonly home: string;
  /** The engine type and model of a new session. */
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
