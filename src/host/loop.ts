import type {
  After,
  AssistantMessage,
  Engine,
  Message,
  ThinkingRequest,
  ToolSpecification,
  Usage,
  UserMessage,
} from "../llm/index.ts";
import type { ToolHints } from "../mcp/connect/index.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import type { Budget, Refusal } from "./limits/index.ts";

/** A tool that the model can call. */
export interface HostTool {
  readonly specification: ToolSpecification;
  readonly server?: string;
  /** Identity of a server's tool, fixed when a turn starts, for approval and for the call. */
  readonly origin?: ToolOrigin;
  run(
    input: Readonly<Record<string, unknown>>,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (message: string, progress?: ToolProgress) => void;
    },
  ): Promise<HostToolResult>;
}

/** Progress of a call as a number. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
}

/** Identifies a server's tool exactly. */
export interface ToolOrigin {
  /** Fingerprint of the server and of the tool's name, description, schemas and hints. */
  readonly identity: string;
  /** The tool changed since the session first saw it: ask for approval again, whatever its hints say. */
  readonly changed: boolean;
  /** The server's own statements about it. */
  readonly hints: ToolHints;
}

/** A tool's result: text and images for the model. */
export interface HostToolResult {
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "image"; readonly mediaType: string; readonly data: string }
  )[];
  readonly isError: boolean;
}

/** The decision about a call before it runs, by a person or a program. */
export type Approval =
  | { readonly action: "allow" }
  | { readonly action: "deny"; readonly reason?: string }
  /** Runs it with other arguments. */
  | { readonly action: "edit"; readonly input: Readonly<Record<string, unknown>> };

/** A call that is about to run. */
export interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly server?: string;
  /** For a server's tool: its identity. The call goes to this tool and to no other. */
  readonly origin?: ToolOrigin;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Callbacks around tool calls. */
export interface ToolHooks {
  readonly approve?: (call: PendingCall, signal: AbortSignal) => Promise<Approval> | Approval;
  readonly beforeTool?: (call: PendingCall) => Promise<void> | void;
  /** May return a result that replaces the tool's. */
  readonly afterTool?: (
    call: PendingCall,
    result: HostToolResult,
  ) => Promise<HostToolResult | undefined> | HostToolResult | undefined;
}

/** Options for working on one message. */
export interface LoopOptions {
  readonly engine: Engine;
  readonly model: string;
  readonly system?: string;
  readonly thinking?: ThinkingRequest;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Called before each turn: servers may change their tools. */
  readonly tools: () => readonly HostTool[];
  /** How many tools run at once. Defaults to 8. */
  readonly parallel?: number;
  /** Characters of one result. Defaults to 100,000. */
  readonly resultCharacters?: number;
  /** How long a tool may take without progress, in milliseconds. Defaults to 120,000. */
  readonly toolTimeoutMs?: number;
  readonly hooks?: ToolHooks;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** Timers for tools and for the time limit. */
  readonly after?: After;
  readonly thread?: string;
  /** Called with a handle when the work begins. */
  readonly onBegin?: (work: WorkHandle) => void;
  /**
   * Called with each new message as soon as it is complete and before the next turn, so that no paid work is lost:
   * answers, tool results, and messages that tell the model to continue; not with the message passed in. If it throws,
   * the stream ends in `INTERNAL`.
   */
  readonly onMessage?: (message: Message, budget: Budget) => Promise<void>;
}

/** A handle on a message in progress, for code that spends from its budget besides the model's own turns. */
export interface WorkHandle {
  /** The current budget. */
  budget(): Budget;
  /** The limit that is used up, if any. */
  refusal(): Refusal | undefined;
  /** Counts usage outside the model's turns and reports it in the stream. */
  charge(usage: Usage, model: string): void;
  /** Aborts when the work is interrupted. */
  readonly signal: AbortSignal;
}

/** A conversation and its budget. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly budget: Budget;
}

/** The result of a message: a valid conversation, whatever happened. */
export interface LoopResult extends Conversation {
  /** The model's last answer. */
  readonly answer?: AssistantMessage;
  /** It stopped at a limit and can continue after a grant. */
  readonly limited: boolean;
  /** That limit, for `asMuchAgain`. */
  readonly refused?: Refusal;
}

/** A stream of chunks. */
export type Chunks<R> = AsyncGenerator<MessageStreamChunk, R>;

/** Works on one user message; `undefined` continues the previous one after a limit. Never throws. */
export type RunMessage = (
  conversation: Conversation,
  message: UserMessage | undefined,
  options: LoopOptions,
) => Chunks<LoopResult>;
