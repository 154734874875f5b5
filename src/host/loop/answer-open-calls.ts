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
    const results = resultsAfter(messages, index);
    const missing = callsOf(message).filter(({ id }) => !results.has(id));
    if (missing.length > 0) answered.push({ role: "user", content: missing.map(notAnswered) });
  }
  return answered.length === messages.length ? messages : answered;
}

/** The calls of a message, in its order. */
export function callsOf(message: AssistantMessage): readonly ToolCallPart[] {
  return message.content.filter((part) => part.type === "tool_call");
}

/** The calls that are answered before the model speaks again: neighbours of one role are one message to the services. */
function resultsAfter(messages: readonly Message[], index: number): ReadonlySet<string> {
  const results = new Set<string>();
  for (let at = index + 1; messages[at]?.role === "user"; at += 1)
    for (const part of messages[at]!.content) if (part.type === "tool_result") results.add(part.callId);
  return results;
}

function notAnswered({ id }: ToolCallPart): ToolResultPart {
  return {
    type: "tool_result",
    callId: id,
    content: [{ type: "text", text: NOT_ANSWERED }],
    isError: true,
  };
}
