import type { Content, ToolOutcome } from "./outcome.ts";

/** A tool of a connected server. */
export interface ConnectedTool {
  /** Unique in the set, and such that model services take it. */
  readonly name: string;
  readonly server: string;
  /** What its server calls it. */
  readonly tool: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What the server says it does; a hint from a stranger. */
  readonly hints: ToolHints;
  /** Fingerprint of the server, the tool's name, its words, its schemas and its hints: another one is another tool. */
  readonly identity: string;
  /** It is not what it was when its name was first given out: nothing that was approved before applies. */
  readonly changed: boolean;
}

/** A tool as its server lists it, before it has a name in the set. */
export type OfferedTool = Omit<ConnectedTool, "name" | "changed">;

/** A name that was given to a tool; no other tool ever gets it. */
export interface ToolName {
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  /** What the tool was when it got the name. */
  readonly identity: string;
}

/** What a server says of a tool. */
export interface ToolHints {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly openWorld?: boolean | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call; the server is told. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How long it may take without progress. */
  readonly timeoutMs?: number | undefined;
}

/** How far a call is. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A resource that a server offers. */
export interface ConnectedResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** A prompt that a server offers. */
export interface ConnectedPrompt {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly required: boolean;
  }[];
}

/** What a prompt became with its arguments. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: Content;
}

/** Where a server is in its life. */
export type ServerState = "starting" | "ready" | "failed" | "disabled" | "closed";

/** How a server is. */
export interface ServerStatus {
  readonly name: string;
  readonly state: ServerState;
  /** Whether it was greeted with a handshake or speaks the stateless revision. */
  readonly era?: "handshake" | "stateless" | undefined;
  /** The revision of the protocol that is spoken. */
  readonly revision?: string | undefined;
  /** Why it is not ready, in one line. */
  readonly error?: string | undefined;
  /** Tools that are not offered, each with the reason in one line. */
  readonly leftOut?: readonly string[] | undefined;
}

/** Servers that are connected together. */
export interface ServerSet extends AsyncDisposable {
  /** All tools, those of a server that is being started again too. */
  tools(): readonly ConnectedTool[];
  /** Every name that was ever given out, for a later set that goes on with the same conversation. */
  names(): readonly ToolName[];
  /**
   * Calls a tool: the very one that is given, which must still be what it was, or whichever has this name now. Never
   * throws: what goes wrong is an outcome that says so.
   */
  call(
    tool: string | ConnectedTool,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<ToolOutcome>;
  resources(): Promise<readonly ConnectedResource[]>;
  readResource(server: string, uri: string): Promise<readonly Content[]>;
  prompts(): Promise<readonly ConnectedPrompt[]>;
  getPrompt(
    server: string,
    name: string,
    args?: Readonly<Record<string, string>>,
  ): Promise<readonly PromptMessage[]>;
  status(): readonly ServerStatus[];
  /** Starts servers that are not ready and asks all others what they offer now. */
  refresh(): Promise<void>;
  /** Ends all servers; nothing that was started is left running. */
  close(): Promise<void>;
}
