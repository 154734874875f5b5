import type { AssistantMessage, Message, ToolCallPart, UserMessage } from "../llm/index.ts";

/** Messages as another model may see them: without the thinking, which only its author can read back. */
export function withoutThinking(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => (message.role === "assistant" ? spoken(message) : message));
}

/** The tool calls at the end of a history that nobody has answered. */
export function openCalls(messages: readonly Message[]): readonly ToolCallPart[] {
  const last = messages.at(-1);
  return last?.role === "assistant" ? last.content.filter((part) => part.type === "tool_call") : [];
}

/** What answers calls whose program went away, so that the history can go on; undefined where all are answered. */
export function lostResults(messages: readonly Message[]): UserMessage | undefined {
  const calls = openCalls(messages);
  if (calls.length === 0) return;
  return { role: "user", content: calls.map(({ id }) => ({ ...LOST, callId: id })) };
}

const LOST = {
  type: "tool_result",
  content: [
    {
      type: "text",
      text: "The program ended before this call was done. Whether it had an effect is not known.",
    },
  ],
  isError: true,
} as const;

function spoken({ role, content }: AssistantMessage): AssistantMessage {
  const kept = content.filter((part) => part.type === "text" || part.type === "tool_call");
  // Services refuse a message without content.
  return { role, content: kept.length > 0 ? kept : [{ type: "text", text: "[no answer]" }] };
}
