import type { Content, ToolOutcome } from "./outcome.ts";

/** A tool of a connected server. */
export interface ConnectedTool {
  /** Unique in the set, and valid for model services. */
  readonly name: string;
  readonly server: string;
  /** Its name on its server. */
  readonly tool: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What the server claims about it. Untrusted. */
  readonly hints: ToolHints;
  /** A fingerprint of the server, name, description, schemas and hints. Another identity is another tool. */
  readonly identity: string;
  /** Whether it has changed since its name was assigned. Earlier approvals do not apply then. */
  readonly changed: boolean;
}

/** A tool before it has a name in the set. */
export type OfferedTool = Omit<ConnectedTool, "name" | "changed">;

/** A name that belongs to one tool for good. */
export interface ToolName {
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  /** The identity of the tool when it got the name. */
  readonly identity: string;
}

/** The server's annotations of a tool. */
export interface ToolHints {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly openWorld?: boolean | undefined;
}

export interface CallOptions {
  /** Cancels the call; the server is notified. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How long it may take without progress. */
  readonly timeoutMs?: number | undefined;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface ConnectedResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

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

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: Content;
}

export type ServerState = "starting" | "ready" | "failed" | "disabled" | "closed";

export interface ServerStatus {
  readonly name: string;
  readonly state: ServerState;
  readonly era?: "handshake" | "stateless" | undefined;
  /** The negotiated protocol revision. */
  readonly revision?: string | undefined;
  /** Why it is not ready, in one line. */
  readonly error?: string | undefined;
  /** Tools that are not offered, each with the reason in one line. */
  readonly leftOut?: readonly string[] | undefined;
}

/** A set of connected servers. */
export interface ServerSet extends AsyncDisposable {
  /** All tools, including those of a server that is being restarted. */
  tools(): readonly ConnectedTool[];
  /** Every name assigned so far, for a later set in the same conversation. */
  names(): readonly ToolName[];
  /**
   * Calls a tool: the given one, which must not have changed, or the one that has this name now. Never throws: failures
   * are outcomes too.
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
  /** Starts servers that are not ready, and lists the tools of the others again. */
  refresh(): Promise<void>;
  /** Closes all servers; leaves no process running. */
  close(): Promise<void>;
}
