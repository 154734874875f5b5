import type { Batched } from "./batches.ts";
import type { EngineFailure } from "./engine-failure.ts";
import type { AssistantMessage, Message } from "./message.ts";

/** One model turn, as it is asked for. */
export interface Turn {
  /** The engine's own model when absent. */
  readonly model?: string;
  readonly system?: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpecification[];
  /** `none` keeps the tools in view, so that history stays well formed, and forbids calls. */
  readonly toolChoice?: "auto" | "none";
  readonly thinking?: ThinkingOrder;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** What it is for, such as `linear` or `critique`; an engine that has a pipe for each chooses by it. */
  readonly purpose?: string;
  /** Which conversation it belongs to, for engines that keep their own. */
  readonly thread?: string;
  readonly signal?: AbortSignal;
  /** Called when content arrives that no event shows, such as redacted thinking. A ping is not content. */
  readonly onAlive?: () => void;
}

/** A tool that the model may call. */
export interface ToolSpecification {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema whose root is an object. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** How hard a model thinks that decides by itself when to. */
export type Effort = "low" | "medium" | "high" | "xhigh" | "max";

/**
 * What a provider is told about thinking; which one a model takes is not decided here. `between_tools` is off but for
 * notes between tool calls. Summaries of the thinking are asked for unless `summary` is false.
 */
export type ThinkingOrder =
  | { readonly type: "disabled" }
  | { readonly type: "between_tools" }
  | { readonly type: "enabled"; readonly budgetTokens: number; readonly summary?: false }
  | { readonly type: "adaptive"; readonly effort?: Effort; readonly summary?: false };

/** What a turn cost, as the provider reports it. */
export interface Usage {
  /** Without those that were read from the cache or written to it. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}

/** Why a turn ended. */
export type StopReason = "end" | "tool_calls" | "length" | "refusal" | "pause";

/** What happens in a turn, as it happens. Deltas of one block carry its index in the message. */
export type TurnEvent =
  | { readonly type: "start"; readonly model: string; readonly id?: string }
  | { readonly type: "thinking"; readonly block: number; readonly text: string }
  | { readonly type: "text"; readonly block: number; readonly text: string }
  /** A call begins; its input follows in pieces of JSON. */
  | { readonly type: "tool_call"; readonly block: number; readonly id: string; readonly name: string }
  | { readonly type: "tool_input"; readonly block: number; readonly json: string }
  | TurnEnd;

/** How a turn ends: exactly one of these, and nothing after it. */
export type TurnEnd =
  | {
      readonly type: "done";
      readonly message: AssistantMessage;
      readonly stop: StopReason;
      readonly usage?: Usage;
      /** The model that really answered. */
      readonly model: string;
      readonly id?: string;
      /** The thread that the engine keeps it under. */
      readonly thread?: string;
    }
  | { readonly type: "error"; readonly failure: EngineFailure };

/** Something that takes one model turn: one turn in, one event stream out, which never throws. */
export interface Engine {
  /** `langbase`, `anthropic`, `openai-compatible`, `sampling`, or another provider's name. */
  readonly name: string;
  /** The model, or pipe, that answers unless a turn says otherwise. */
  readonly model: string;
  turn(turn: Turn): AsyncIterable<TurnEvent> & Partial<Batched>;
}
