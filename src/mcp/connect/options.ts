import type { Environment, HttpPlan } from "./plan.ts";
import type { KnownNames } from "./tool-book.ts";

/** What a server asks the person. */
export interface Question {
  readonly server: string;
  readonly message: string;
  /** JSON Schema of the form to fill in. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** A page to visit instead of a form. */
  readonly url?: string | undefined;
}

/** What the person answers. */
export type Answered =
  | {
      readonly action: "accept";
      readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    }
  | { readonly action: "decline" | "cancel" };

/** What a server asks the host's model. */
export interface SamplingRequest {
  readonly server: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly systemPrompt?: string | undefined;
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
}

/** What the host's model said. */
export interface Sampled {
  readonly model: string;
  readonly text: string;
  readonly stopReason?: string | undefined;
}

/** A folder that servers may know of. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** Who proves to a server that the host may use it: something that has a token, or one of the SDK's OAuth providers. */
export type ServerAuth =
  | { token(): Promise<string | undefined> }
  | {
      tokens(...context: never[]): unknown;
      clientInformation(...context: never[]): unknown;
      /** Resolves with what the person's browser came back with, once they were sent to the authorization page. */
      authorizationResponse?(): Promise<URLSearchParams>;
    };

/** Finds who proves it for a server that is about to be connected, if anybody does. */
export type FindAuth = (server: string, where: Pick<HttpPlan, "url" | "headers">) => ServerAuth | undefined;

/** Who is asked on behalf of servers. */
export interface Callbacks {
  /** Answers a server's question; without it every question is declined. */
  readonly elicit?: (question: Question, signal: AbortSignal) => Promise<Answered>;
  /** Lends the host's model; without it servers are told that there is none. */
  readonly sample?: (request: SamplingRequest, signal: AbortSignal) => Promise<Sampled>;
  /** Tells which folders are open; without it servers are not told of any. */
  readonly roots?: (server: string) => Promise<readonly Root[]>;
}

/** How servers are connected. */
export interface ConnectOptions extends Callbacks {
  /** The host's variables; a child gets the harmless ones and those that its entry names. */
  readonly env: Environment;
  /** What the host calls itself. */
  readonly client?: { readonly name: string; readonly version: string };
  /** How long a call may take without progress. */
  readonly timeoutMs?: number;
  /** How long a call may take in all, whatever its progress; ten times as long unless it is given. */
  readonly totalTimeoutMs?: number;
  /** How long a server may take to start. */
  readonly connectTimeoutMs?: number;
  /** Letters of one outcome; more are cut, and said to be. */
  readonly maxOutcomeLetters?: number;
  /** Bytes of one message; a longer one becomes an error. */
  readonly maxMessageBytes?: number;
  /** How often a server that died may be started again. */
  readonly restartsPerMinute?: number;
  /** By the names of servers, or as it is found for each. */
  readonly auth?: Readonly<Record<string, ServerAuth>> | FindAuth;
  /** The names of an earlier set with the same conversation: they stay with their tools. */
  readonly names?: KnownNames;
  /** Gets what an operator should know, such as a process that could not be ended; a warning of Node unless given. */
  readonly warn?: (message: string) => void;
  /** Called when `tools()` has changed. */
  readonly onToolsChanged?: () => void;
}

/** The options with nothing left out that has a default. */
export type Settings = ConnectOptions &
  Required<
    Pick<
      ConnectOptions,
      | "client"
      | "timeoutMs"
      | "connectTimeoutMs"
      | "maxOutcomeLetters"
      | "maxMessageBytes"
      | "restartsPerMinute"
      | "warn"
    >
  >;

/** Puts the defaults in. */
export function settingsOf(options: ConnectOptions): Settings {
  return {
    client: { name: "clew", version: "0.0.0" },
    timeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    maxOutcomeLetters: 10_000_000,
    maxMessageBytes: 32 * 1024 * 1024,
    restartsPerMinute: 5,
    warn: (message) => process.emitWarning(message, "ClewWarning"),
    ...options,
  };
}
