import { anthropicEngine, type Engine, type Message, type UserMessage, userText } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import { type MaxToolCalls, openBudget, type ResourceLimits, readLimits } from "../limits/index.ts";
import type { Conversation, HostTool, HostToolResult, LoopParts, LoopResult } from "../loop.ts";
import { oneByOne } from "../one-by-one.ts";
import { runMessage } from "./run-message.ts";

/** A model that binds its thinking to the conversation before it. */
export const MODEL = "claude-opus-5-5";

/** Claude at a scripted service. */
export function claudeAt(url: string, model = MODEL): Engine {
  return anthropicEngine({ apiKey: "k-test", baseUrl: url, model });
}

/** A conversation in which nothing has been said, with limits. */
export function conversationWith(calls?: number | MaxToolCalls, resources?: ResourceLimits): Conversation {
  return { messages: [], budget: openBudget(readLimits(calls, resources)) };
}

/** A tool that does as it is told. */
export function toolOf(name: string, run: HostTool["run"] = async () => saying(`${name} is done`)): HostTool {
  return {
    specification: { name, description: `Does ${name}.`, input: { type: "object" } },
    run,
  };
}

/** A result of one text. */
export function saying(text: string): HostToolResult {
  return { content: [{ type: "text", text }], isError: false };
}

/** What a message is worked on with, for tests. */
export function partsOf(
  engine: Engine,
  more: Partial<Omit<LoopParts, "tools">> & { readonly tools?: readonly HostTool[] } = {},
): LoopParts {
  const { tools = [], ...rest } = more;
  return { engine, model: engine.model, thinking: { type: "adaptive" }, tools: () => tools, ...rest };
}

/** What happens while a message is worked on, chunk by chunk. */
export function streamOf(
  conversation: Conversation,
  message: UserMessage | undefined,
  parts: LoopParts,
): AsyncGenerator<MessageStreamChunk, LoopResult> {
  return oneByOne(runMessage(conversation, message, parts));
}

/** A stream that was read to its end. */
export interface Consumed {
  readonly chunks: readonly MessageStreamChunk[];
  readonly result: LoopResult;
  /** The messages that were told on the way. */
  readonly told: readonly Message[];
}

/** Sends a message and reads all that comes of it; nothing said goes on with the one before. */
export async function converse(
  conversation: Conversation,
  said: string | undefined,
  parts: LoopParts,
): Promise<Consumed> {
  const chunks: MessageStreamChunk[] = [];
  const told: Message[] = [];
  const stream = streamOf(conversation, said === undefined ? undefined : userText(said), {
    ...parts,
    onMessage: async (message, budget) => {
      told.push(message);
      await parts.onMessage?.(message, budget);
    },
  });
  for (;;) {
    const step = await stream.next();
    if (step.done) return { chunks, result: step.value, told };
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

/** The results that a history holds, as text, by call. */
export function resultsIn(messages: readonly Message[]): Readonly<Record<string, string>> {
  const results = messages.flatMap(({ content }) => content.filter((part) => part.type === "tool_result"));
  return Object.fromEntries(
    results.map(({ callId, content }) => [
      callId,
      content.map((part) => (part.type === "text" ? part.text : part.mediaType)).join("\n"),
    ]),
  );
}

/** A promise that somebody else settles. */
export function gate<T = void>(): { readonly open: (value: T) => void; readonly passed: Promise<T> } {
  const { resolve, promise } = Promise.withResolvers<T>();
  return { open: resolve, passed: promise };
}
