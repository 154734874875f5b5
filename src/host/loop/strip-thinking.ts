import type { Message } from "../../llm/index.ts";

/**
 * A history that another model may be given: all that was said and done, without thinking, shown or redacted. What the
 * model did not say aloud in a message of nothing else is gone with its message.
 */
export function stripThinking(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    if (message.role === "user" || !message.content.some(isThinking)) return [message];
    const content = message.content.filter((part) => !isThinking(part));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

/** Whether a part is thinking, shown or not. */
export function isThinking({ type }: Message["content"][number]): boolean {
  return type === "thinking" || type === "redacted";
}
