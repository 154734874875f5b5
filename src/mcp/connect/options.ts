import type { Environment, HttpPlan } from "./plan.ts";
import type { KnownNames } from "./tool-book.ts";

/** A question of a server to the person. */
export interface Question {
  readonly server: string;
  readonly message: string;
  /** The JSON Schema of the form. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** A page to visit instead of a form. */
  readonly url?: string | undefined;
}

/** The person's answer. */
export type Answered =
  | {
      readonly action: "accept";
      readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    }
  | { readonly action: "decline" | "cancel" };

/** A request of a server to the host's model. */
export interface SamplingRequest {
  readonly server: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly systemPrompt?: string | undefined;
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
}

/** The answer of the host's model. */
export interface Sampled {
  readonly model: string;
  readonly text: string;
  readonly stopReason?: string | undefined;
}

/** A folder that servers may see. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** Authenticates the host at a server: a token source, or one of the SDK's OAuth providers. */
export type ServerAuth =
  | { token(): Promise<string | undefined> }
  | {
      tokens(...context: never[]): unknown;
      clientInformation(...context: never[]): unknown;
      /** Resolves with the query of the redirect, after the person was sent to the authorization page. */
      authorizationResponse?(): Promise<URLSearchParams>;
    };

/** Finds the authentication for a server that is about to be connected. */
export type FindAuth = (server: string, where: Pick<HttpPlan, "url" | "headers">) => ServerAuth | undefined;

/** Callbacks that answer the requests of servers. */
export interface Callbacks {
  /** Answers a server's question; without it, every question is declined. */
  readonly elicit?: (question: Question, signal: AbortSignal) => Promise<Answered>;
  /** Asks the host's model; without it, servers see no sampling capability. */
  readonly sample?: (request: SamplingRequest, signal: AbortSignal) => Promise<Sampled>;
  /** Returns the open folders; without it, servers see no roots capability. */
  readonly roots?: (server: string) => Promise<readonly Root[]>;
}

export interface ConnectOptions extends Callbacks {
  /** The host's environment; a child gets the harmless variables and those that its entry names. */
  readonly env: Environment;
  /** The name and version that the host sends to servers. */
  readonly client?: { readonly name: string; readonly version: string };
  /** How long a call may take without progress. */
  readonly timeoutMs?: number;
  /** How long a call may take in all, whatever its progress; ten times `timeoutMs` by default. */
  readonly totalTimeoutMs?: number;
  /** How long a server may take to start. */
  readonly connectTimeoutMs?: number;
  /** The most characters of one outcome; longer ones are cut, with a note. */
  readonly maxOutcomeCharacters?: number;
  /** The most bytes of one message; a longer one becomes an error. */
  readonly maxMessageBytes?: number;
  /** How often a server that died may be restarted. */
  readonly restartsPerMinute?: number;
  /** Authentication by server name, or a function that finds it. */
  readonly auth?: Readonly<Record<string, ServerAuth>> | FindAuth;
  /** The tool names of an earlier set in the same conversation; they stay with their tools. */
  readonly names?: KnownNames;
  /** Gets messages for the operator, such as a process that could not be killed; a Node warning by default. */
  readonly warn?: (message: string) => void;
  /** Called when `tools()` has changed. */
  readonly onToolsChanged?: () => void;
}

/** The options with all defaults filled in. */
export type Settings = ConnectOptions &
  Required<
    Pick<
      ConnectOptions,
      | "client"
      | "timeoutMs"
      | "connectTimeoutMs"
      | "maxOutcomeCharacters"
      | "maxMessageBytes"
      | "restartsPerMinute"
      | "warn"
    >
  >;

export function settingsOf(options: ConnectOptions): Settings {
  return {
    client: { name: "clew", version: "0.0.0" },
    timeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    maxOutcomeCharacters: 10_000_000,
    maxMessageBytes: 32 * 1024 * 1024,
    restartsPerMinute: 5,
    warn: (message) => process.emitWarning(message, "ClewWarning"),
    ...options,
  };
}
