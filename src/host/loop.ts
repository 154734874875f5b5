import type {
  After,
  AssistantMessage,
  Engine,
  Message,
  ThinkingOrder,
  ToolSpecification,
  Usage,
  UserMessage,
} from "../llm/index.ts";
import type { ToolHints } from "../mcp/connect/index.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import type { Budget, Refusal } from "./limits/index.ts";
import type { Burst } from "./one-by-one.ts";

/** A tool that the loop may run. */
export interface HostTool {
  readonly specification: ToolSpecification;
  readonly server?: string;
  /** What a server's tool is: bound when a turn starts, for approval and for the call alike. */
  readonly origin?: ToolOrigin;
  run(
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly onProgress: (message: string, how?: HowFar) => void },
  ): Promise<HostToolResult>;
}

/** How far a call is, where that is a number. */
export interface HowFar {
  readonly progress: number;
  readonly total?: number | undefined;
}

/** Which tool of a server is meant, exactly. */
export interface ToolOrigin {
  /** Fingerprint of the server, the tool's name, its words, its schemas and its hints. */
  readonly identity: string;
  /** It is not what it was when the session first saw it: ask again, whatever its hints are. */
  readonly changed: boolean;
  /** What the server says of it. */
  readonly hints: ToolHints;
}

/** What a tool gave: texts and pictures for the model. */
export interface HostToolResult {
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "image"; readonly mediaType: string; readonly data: string }
  )[];
  readonly isError: boolean;
}

/** What a person, or a program in their name, says to a call before it is run. */
export type Approval =
  | { readonly action: "allow" }
  | { readonly action: "deny"; readonly reason?: string }
  /** Run it with other arguments. */
  | { readonly action: "edit"; readonly input: Readonly<Record<string, unknown>> };

/** A call that is about to be run. */
export interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly server?: string;
  /** For a server's tool: which it is, exactly. The call goes to this one and to no other. */
  readonly origin?: ToolOrigin;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Who is asked and told about tool calls. */
export interface ToolHooks {
  readonly approve?: (call: PendingCall, signal: AbortSignal) => Promise<Approval> | Approval;
  readonly beforeTool?: (call: PendingCall) => Promise<void> | void;
  /** May answer another result in place of the tool's. */
  readonly afterTool?: (
    call: PendingCall,
    result: HostToolResult,
  ) => Promise<HostToolResult | undefined> | HostToolResult | undefined;
}

/** What one message is worked on with. */
export interface LoopParts {
  readonly engine: Engine;
  readonly model: string;
  readonly system?: string;
  readonly thinking?: ThinkingOrder;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Asked before each turn: servers may change their tools. */
  readonly tools: () => readonly HostTool[];
  /** How many tools run at once; 8 unless it says otherwise. */
  readonly parallel?: number;
  /** Letters of one result; 100,000 unless it says otherwise. */
  readonly resultLetters?: number;
  /** How long a tool may take without progress, in milliseconds; 120,000 unless it says otherwise. */
  readonly toolTimeoutMs?: number;
  readonly hooks?: ToolHooks;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** The timers of tools and of the limit of time. */
  readonly after?: After;
  readonly thread?: string;
  /** Gets a handle on the work as soon as it begins. */
  readonly onBegin?: (work: WorkHandle) => void;
  /**
   * Told of each message as soon as it is complete and before the next turn, so that nothing that was paid for is lost:
   * the assistant's, the user message that carries the results of its calls, and the one that a model is told to go on
   * with. The message that was given is not among them. When it throws, the stream ends in `INTERNAL`.
   */
  readonly onMessage?: (message: Message, budget: Budget) => Promise<void>;
}

/** A message that is being worked on, for those who spend from its budget besides the model's own turns. */
export interface WorkHandle {
  /** As it is at this moment. */
  budget(): Budget;
  /** The limit that is used up. */
  refusal(): Refusal | undefined;
  /** Counts usage that is not of a turn of the model, and reports it in the stream. */
  charge(usage: Usage, model: string): void;
  /** Aborts when the work ends before its time. */
  readonly signal: AbortSignal;
}

/** Where a conversation stands. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly budget: Budget;
}

/** What came of a message: the conversation, well formed whatever happened. */
export interface LoopResult extends Conversation {
  /** The last thing the model said. */
  readonly answer?: AssistantMessage;
  /** It stopped at a limit, and can go on when more is granted. */
  readonly limited: boolean;
  /** That limit: what `asMuchAgain` wants to know. */
  readonly refused?: Refusal;
}

/** What happens, in bursts of what happened together; each must be taken, as far as it is wanted, before the next. */
export type Chunks<R> = AsyncGenerator<Burst<MessageStreamChunk>, R>;

/** Works on one user message; `undefined` goes on where a limit stopped the one before. Never throws. */
export type RunMessage = (
  conversation: Conversation,
  message: UserMessage | undefined,
  parts: LoopParts,
) => Chunks<LoopResult>;
