import type { AssistantMessage, Message, StopReason, ToolCallPart, ToolResultPart } from "../../llm/index.ts";

/** The result of a call whose end was never recorded. */
export const NOT_ANSWERED = "This call was not answered: the program ended first. It may have been run.";

/**
 * A history in which every tool call has its result. A call without one, as a killed program leaves it, gets an error.
 * The same history always gives the same result.
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

/** The calls of a message, in order. */
export function callsOf(message: AssistantMessage): readonly ToolCallPart[] {
  return message.content.filter((part) => part.type === "tool_call");
}

/** Ids of the calls answered before the model's next message. Services join neighbouring messages of one role. */
function resultsAfter(messages: readonly Message[], index: number): ReadonlySet<string> {
  const results = new Set<string>();
  for (let next = index + 1; messages[next]?.role === "user"; next += 1)
    for (const part of messages[next]!.content) if (part.type === "tool_result") results.add(part.callId);
  return results;
}

function notAnswered({ id }: ToolCallPart): ToolResultPart {
  const content = [{ type: "text", text: NOT_ANSWERED }] as const;
  return { type: "tool_result", callId: id, content, isError: true };
}

/** A history for another model: without thinking, and without messages that contained nothing else. */
export function stripThinking(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    if (message.role === "user" || !message.content.some(isThinking)) return [message];
    const content = message.content.filter((part) => !isThinking(part));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

/** Whether a part is thinking, visible or redacted. */
export function isThinking({ type }: Message["content"][number]): boolean {
  return type === "thinking" || type === "redacted";
}

/**
 * The part of an answer that services accept back: everything except thinking without a signature, thinking at the end of
 * a message, and the calls of an answer that was refused halfway.
 */
export function acceptableAnswer(message: AssistantMessage, stop: StopReason): AssistantMessage | undefined {
  const kept = message.content.filter(
    (part) =>
      !(part.type === "thinking" && part.signature === "") &&
      !(stop === "refusal" && part.type === "tool_call"),
  );
  // A message with calls is answered at once, and services then require all of it.
  if (kept.some(({ type }) => type === "tool_call")) return { ...message, content: kept };
  const last = kept.findLastIndex((part) => !isThinking(part));
  return last === -1 ? undefined : { ...message, content: kept.slice(0, last + 1) };
}

/** The text of an interrupted answer, by block; undefined without any. */
export function partialAnswer(texts: ReadonlyMap<number, string>): AssistantMessage | undefined {
  const content = [...texts.values()]
    .filter((text) => text.trim() !== "")
    .map((text) => ({ type: "text" as const, text }));
  return content.length === 0 ? undefined : { role: "assistant", content };
}
