import type { EngineFailure } from "./engine-failure.ts";
import type { AssistantMessage, Message } from "./message.ts";

/** The request for one model turn. */
export interface Turn {
  /** Defaults to the engine's own model. */
  readonly model?: string;
  readonly system?: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpecification[];
  /** `none` keeps the tools in the request, so that the history stays valid, and forbids calls. */
  readonly toolChoice?: "auto" | "none";
  readonly thinking?: ThinkingRequest;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** What the turn is for, such as `linear` or `critique`. Langbase chooses a pipe by it. */
  readonly purpose?: string;
  /** The conversation it belongs to, for engines that store conversations. */
  readonly thread?: string;
  readonly signal?: AbortSignal;
  /** Called when content arrives that no event shows, such as redacted thinking. A ping is not content. */
  readonly onHiddenContent?: () => void;
}

/** A tool that the model may call. */
export interface ToolSpecification {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema whose root is an object. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** How hard an adaptive model thinks. */
export type Effort = "low" | "medium" | "high" | "xhigh" | "max";

/**
 * What to ask of a provider about thinking; `planThinking` decides which form a model accepts. `between_tools` turns
 * thinking off except for notes between tool calls. Summaries are requested unless `summary` is false.
 */
export type ThinkingRequest =
  | { readonly type: "disabled" }
  | { readonly type: "between_tools" }
  | { readonly type: "enabled"; readonly budgetTokens: number; readonly summary?: false }
  | { readonly type: "adaptive"; readonly effort?: Effort; readonly summary?: false };

/** The tokens of a turn, as the provider reports them. */
export interface Usage {
  /** Without tokens that were read from the cache or written to it. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}

/** Why a turn ended. */
export type StopReason = "end" | "tool_calls" | "length" | "refusal" | "pause";

/** The events of a turn as they happen. Deltas of one block carry its index in the message. */
export type TurnEvent =
  | { readonly type: "start"; readonly model: string; readonly id?: string }
  | { readonly type: "thinking"; readonly block: number; readonly text: string }
  | { readonly type: "text"; readonly block: number; readonly text: string }
  /** Opens a call; its input follows as pieces of JSON. */
  | { readonly type: "tool_call"; readonly block: number; readonly id: string; readonly name: string }
  | { readonly type: "tool_input"; readonly block: number; readonly json: string }
  | TurnEnd;

/** The last event of a turn. A turn has exactly one. */
export type TurnEnd =
  | {
      readonly type: "done";
      readonly message: AssistantMessage;
      readonly stop: StopReason;
      readonly usage?: Usage;
      /** The model that answered. */
      readonly model: string;
      readonly id?: string;
      /** The thread under which the engine stores the conversation. */
      readonly thread?: string;
    }
  | { readonly type: "error"; readonly failure: EngineFailure };

/** Runs model turns: one request in, one event stream out. The stream never throws. */
export interface Engine {
  /** `langbase`, `anthropic`, `openai-compatible`, `sampling`, or another provider's name. */
  readonly name: string;
  /** The default model or pipe. */
  readonly model: string;
  turn(turn: Turn): AsyncIterable<TurnEvent>;
}
