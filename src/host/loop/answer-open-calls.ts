import type { AssistantMessage, Message, ToolCallPart, ToolResultPart } from "../../llm/index.ts";

/** What the model is told of a call whose end nobody saw. */
export const NOT_ANSWERED = "This call was not answered: the program ended first. It may have been run.";

/**
 * A history in which every tool call has its result: a call without one, as a program that was killed leaves it, is
 * answered with an error. The same history is always answered in the same way.
 */
export function answerOpenCalls(messages: readonly Message[]): readonly Message[] {
  const answered: Message[] = [];
  for (const [index, message] of messages.entries()) {
    answered.push(message);
    if (message.role === "user") continue;
    const missing = openCalls(message, messages[index + 1]);
    if (missing.length > 0) answered.push({ role: "user", content: missing.map(notAnswered) });
  }
  return answered.length === messages.length ? messages : answered;
}

/** The calls of a message, in its order. */
export function callsOf(message: AssistantMessage): readonly ToolCallPart[] {
  return message.content.filter((part) => part.type === "tool_call");
}

function openCalls(message: AssistantMessage, next: Message | undefined): readonly ToolCallPart[] {
  const results = new Set(
    next?.content.filter((part) => part.type === "tool_result").map(({ callId }) => callId),
  );
  return callsOf(message).filter(({ id }) => !results.has(id));
}

function notAnswered({ id }: ToolCallPart): ToolResultPart {
  return {
    type: "tool_result",
    callId: id,
    content: [{ type: "text", text: NOT_ANSWERED }],
    isError: true,
  };
}
