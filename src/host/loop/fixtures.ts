import { anthropicEngine, type Engine, type Message, type UserMessage, userText } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import { type MaxToolCalls, openBudget, type ResourceLimits, readLimits } from "../limits/index.ts";
import type { Conversation, HostTool, HostToolResult, LoopOptions, LoopResult } from "../loop.ts";
import { runMessage } from "./run-message.ts";

/** A model that binds its thinking to the conversation before it. */
export const MODEL = "claude-opus-5-5";

/** Claude at a scripted service. */
export function claudeAt(url: string, model = MODEL): Engine {
  return anthropicEngine({ apiKey: "k-test", baseUrl: url, model });
}

/** An empty conversation with limits. */
export function conversationWith(calls?: number | MaxToolCalls, resources?: ResourceLimits): Conversation {
  return { messages: [], budget: openBudget(readLimits(calls, resources)) };
}

/** A tool that runs the given function. */
export function toolOf(name: string, run: HostTool["run"] = async () => saying(`${name} is done`)): HostTool {
  return {
    specification: { name, description: `Does ${name}.`, input: { type: "object" } },
    run,
  };
}

/** A result with one text. */
export function saying(text: string): HostToolResult {
  return { content: [{ type: "text", text }], isError: false };
}

/** Loop options for tests. */
export function partsOf(
  engine: Engine,
  more: Partial<Omit<LoopOptions, "tools">> & { readonly tools?: readonly HostTool[] } = {},
): LoopOptions {
  const { tools = [], ...rest } = more;
  return { engine, model: engine.model, thinking: { type: "adaptive" }, tools: () => tools, ...rest };
}

/** The chunks of a message. */
export function streamOf(
  conversation: Conversation,
  message: UserMessage | undefined,
  options: LoopOptions,
): AsyncGenerator<MessageStreamChunk, LoopResult> {
  return runMessage(conversation, message, options);
}

/** A stream that was read to its end. */
export interface Consumed {
  readonly chunks: readonly MessageStreamChunk[];
  readonly result: LoopResult;
  /** The messages passed to `onMessage`. */
  readonly saved: readonly Message[];
}

/** Sends a message and reads all chunks; without a text it continues the previous message. */
export async function converse(
  conversation: Conversation,
  text: string | undefined,
  options: LoopOptions,
): Promise<Consumed> {
  const chunks: MessageStreamChunk[] = [];
  const saved: Message[] = [];
  const stream = streamOf(conversation, text === undefined ? undefined : userText(text), {
    ...options,
    onMessage: async (message, budget) => {
      saved.push(message);
      await options.onMessage?.(message, budget);
    },
  });
  for (;;) {
    const step = await stream.next();
    if (step.done) return { chunks, result: step.value, saved };
    chunks.push(step.value);
  }
}

/** The chunks of one type. */
export function ofType<T extends MessageStreamChunk["type"]>(
  chunks: readonly MessageStreamChunk[],
  type: T,
): readonly Extract<MessageStreamChunk, { readonly type: T }>[] {
  return chunks.filter((chunk) => chunk.type === type) as never;
}

/** The tool results of a history as text, by call. */
export function resultsIn(messages: readonly Message[]): Readonly<Record<string, string>> {
  const results = messages.flatMap(({ content }) => content.filter((part) => part.type === "tool_result"));
  return Object.fromEntries(
    results.map(({ callId, content }) => [
      callId,
      content.map((part) => (part.type === "text" ? part.text : part.mediaType)).join("\n"),
    ]),
  );
}

/** A promise with its resolver. */
export function gate<T = void>(): { readonly open: (value: T) => void; readonly passed: Promise<T> } {
  const { resolve, promise } = Promise.withResolvers<T>();
  return { open: resolve, passed: promise };
}
