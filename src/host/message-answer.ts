import { addUsage, NO_USAGE, type Usage } from "../llm/index.ts";
import type { MessageStreamChunk } from "./chunk.ts";

export { addUsage, NO_USAGE };

/** The result of a message. */
export interface MessageAnswer {
  /** The whole answer text. */
  readonly content: string;
  readonly thinking: string;
  readonly toolCalls: readonly AnsweredCall[];
  readonly usage: Usage;
  /** In dollars; absent if no price is known. */
  readonly cost?: number;
  readonly stop: "end" | "limit" | "length" | "refusal";
  /** The limit at which it stopped. */
  readonly limited?: Pick<ErrorChunk, "error" | "code" | "scope" | "limit" | "used">;
  readonly warnings: readonly string[];
}

/** A tool call and its result. */
export interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly server?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly isError: boolean;
  readonly durationMs: number;
}

type ErrorChunk = Extract<MessageStreamChunk, { type: "error" }>;

/** A message stream that ended in a fatal error. */
export class MessageFailure extends Error {
  override readonly name = "MessageFailure";
  readonly code: ErrorChunk["code"];
  constructor({ error, code }: Pick<ErrorChunk, "error" | "code">) {
    super(error);
    this.code = code;
  }
}

/** Reads a stream to its end. Throws a `MessageFailure` if it ends in an error. */
export async function collectAnswer(stream: AsyncIterable<MessageStreamChunk>): Promise<MessageAnswer> {
  const blocks: { readonly type: string; readonly id: string; text: string }[] = [];
  const calls = new Map<string, AnsweredCall>();
  const warnings: string[] = [];
  let usage = NO_USAGE;
  let cost: number | undefined;
  let limited: MessageAnswer["limited"];
  for await (const chunk of stream) {
    if (chunk.type === "thinking" || chunk.type === "content") {
      const last = blocks.at(-1);
      if (last?.id === chunk.id && last.type === chunk.type) last.text += chunk.content;
      else blocks.push({ type: chunk.type, id: chunk.id, text: chunk.content });
    } else if (chunk.type === "tool_start") calls.set(chunk.id, started(chunk));
    else if (chunk.type === "tool_result") calls.set(chunk.id, answered(chunk, calls.get(chunk.id)));
    else if (chunk.type === "tool_progress") continue;
    else if (chunk.type === "warning") warnings.push(chunk.content);
    else if (chunk.type === "usage") {
      usage = addUsage(usage, chunk.usage);
      if (chunk.cost !== undefined) cost = (cost ?? 0) + chunk.cost;
    } else if (chunk.type === "error") {
      if (chunk.fatal) throw new MessageFailure(chunk);
      const { type: _, fatal: __, ...reached } = chunk;
      limited = reached;
    } else {
      const textOf = (type: string) =>
        blocks
          .filter((block) => block.type === type)
          .map(({ text }) => text)
          .join("\n\n");
      return {
        content: textOf("content"),
        thinking: textOf("thinking"),
        toolCalls: [...calls.values()],
        usage,
        ...(cost !== undefined && { cost }),
        stop: chunk.stop,
        ...(limited && { limited }),
        warnings,
      };
    }
  }
  throw new MessageFailure({ error: "The message stream ended without an end.", code: "INTERNAL" });
}

function started({
  id,
  content: name,
  server,
  input,
}: Extract<MessageStreamChunk, { type: "tool_start" }>): AnsweredCall {
  return { id, name, server, input, result: "", isError: false, durationMs: 0 };
}

function answered(
  { id, name, content, is_error, duration_ms }: Extract<MessageStreamChunk, { type: "tool_result" }>,
  call: AnsweredCall | undefined,
): AnsweredCall {
  return {
    ...(call ?? { id, name, input: {} }),
    result: content,
    isError: is_error,
    durationMs: duration_ms,
  };
}
