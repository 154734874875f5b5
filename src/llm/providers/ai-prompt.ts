import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Turn } from "../engine.ts";
import type {
  AssistantMessage,
  ImagePart,
  Message,
  ProviderMetadata,
  TextPart,
  ToolResultPart,
  UserMessage,
} from "../message.ts";

/** What a model's interface expects of a prompt. */
export interface PromptRules {
  readonly version: "v3" | "v4";
  /** Whether images stay inside a tool result or follow it as a user message. */
  readonly toolImages: "inside" | "after";
}

type AiMessage = LanguageModelV4Message;

/** A turn's conversation in the form of the AI SDK's provider interface. */
export function aiPrompt(turn: Turn, rules: PromptRules): AiMessage[] {
  const names = toolNames(turn.messages);
  const system: AiMessage[] = turn.system === undefined ? [] : [{ role: "system", content: turn.system }];
  const messages = turn.messages.flatMap((message) =>
    message.role === "user" ? userMessages(message, names, rules) : assistantMessage(message),
  );
  return [...system, ...messages];
}

/** In this interface a result names its tool, which only the call knows. */
function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ content }) => content.filter((part) => part.type === "tool_call"));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

/** Results come first, in their own message: the services behind this interface require it. */
function userMessages(
  { content }: UserMessage,
  names: ReadonlyMap<string, string>,
  rules: PromptRules,
): AiMessage[] {
  const results = content.filter((part) => part.type === "tool_result");
  const moved = rules.toolImages === "after" ? results.flatMap(imagesOf) : [];
  const parts = [...moved, ...content.filter((part) => part.type !== "tool_result")].filter(hasContent);
  const messages: AiMessage[] = [];
  if (results.length > 0)
    messages.push({ role: "tool", content: results.map((part) => resultOf(part, names, rules)) });
  if (parts.length > 0) messages.push({ role: "user", content: parts.map((part) => userPart(part, rules)) });
  return messages;
}

function assistantMessage({ content }: AssistantMessage): AiMessage[] {
  const parts = content.flatMap((part): Extract<AiMessage, { role: "assistant" }>["content"] => {
    if (part.type === "text")
      return hasContent(part) ? [{ type: "text", text: part.text, ...optionsOf(part) }] : [];
    if (part.type === "tool_call") {
      const { id: toolCallId, name: toolName, input } = part;
      return [{ type: "tool-call", toolCallId, toolName, input, ...optionsOf(part) }];
    }
    // Signed and redacted thinking belongs to another provider.
    if (part.type === "redacted" || part.signature !== undefined) return [];
    return [{ type: "reasoning", text: part.text, ...optionsOf(part) }];
  });
  return parts.length === 0 ? [] : [{ role: "assistant", content: parts }];
}

function resultOf(
  { callId, content, isError }: ToolResultPart,
  names: ReadonlyMap<string, string>,
  rules: PromptRules,
): LanguageModelV4ToolResultPart {
  const inside = rules.toolImages === "inside" && content.some((part) => part.type === "image");
  const texts = content.filter((part) => part.type === "text").map((part) => part.text);
  const output = inside
    ? { type: "content" as const, value: content.filter(hasContent).map((part) => resultPart(part, rules)) }
    : { type: isError ? ("error-text" as const) : ("text" as const), value: texts.join("\n") };
  return { type: "tool-result", toolCallId: callId, toolName: names.get(callId) ?? "unknown", output };
}

type ContentOutput = Extract<LanguageModelV4ToolResultPart["output"], { type: "content" }>["value"][number];

function resultPart(part: TextPart | ImagePart, { version }: PromptRules): ContentOutput {
  if (part.type === "text") return { type: "text", text: part.text };
  const { data, mediaType } = part;
  if (version === "v4") return { type: "file", data: { type: "data", data }, mediaType };
  return { type: "image-data", data, mediaType } as unknown as ContentOutput;
}

type UserPart = Extract<AiMessage, { role: "user" }>["content"][number];

function userPart(part: TextPart | ImagePart, { version }: PromptRules): UserPart {
  if (part.type === "text") return { type: "text", text: part.text, ...optionsOf(part) };
  const { data, mediaType } = part;
  if (version === "v4") return { type: "file", data: { type: "data", data }, mediaType };
  return { type: "file", data, mediaType } as unknown as UserPart;
}

function imagesOf({ content }: ToolResultPart): ImagePart[] {
  return content.filter((part) => part.type === "image");
}

function hasContent(part: TextPart | ImagePart): boolean {
  return part.type !== "text" || part.text !== "";
}

function optionsOf({ metadata }: { readonly metadata?: ProviderMetadata }) {
  return metadata === undefined ? {} : { providerOptions: metadata as Record<string, never> };
}
