import type { AssistantMessage, StopReason } from "../../llm/index.ts";
import { isThinking } from "./strip-thinking.ts";

/**
 * What is kept of an answer: all of it as it came, but for what no service takes back. That is thinking whose signature
 * never came, thinking that a message would end in, and the calls of an answer that was refused half-way.
 */
export function keptAnswer(message: AssistantMessage, stop: StopReason): AssistantMessage | undefined {
  const whole = message.content.filter(
    (part) =>
      !(part.type === "thinking" && part.signature === "") &&
      !(stop === "refusal" && part.type === "tool_call"),
  );
  // Calls are answered at once, and the services then want the whole message back.
  if (whole.some(({ type }) => type === "tool_call")) return { ...message, content: whole };
  const last = whole.findLastIndex((part) => !isThinking(part));
  return last === -1 ? undefined : { ...message, content: whole.slice(0, last + 1) };
}

/** What is kept of an answer that was interrupted: what it said aloud, by block, if anything. */
export function halfAnswer(texts: ReadonlyMap<number, string>): AssistantMessage | undefined {
  const content = [...texts.values()]
    .filter((text) => text.trim() !== "")
    .map((text) => ({ type: "text" as const, text }));
  return content.length === 0 ? undefined : { role: "assistant", content };
}
