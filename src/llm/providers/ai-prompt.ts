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

/** What a model's interface wants of a prompt. */
export interface PromptRules {
  readonly version: "v3" | "v4";
  /** Whether pictures stay in a tool's result, or follow it as the user's own. */
  readonly toolImages: "inside" | "after";
}

type Said = LanguageModelV4Message;

/** A turn's conversation in the words of the AI SDK's provider interface. */
export function aiPrompt(turn: Turn, rules: PromptRules): Said[] {
  const names = toolNames(turn.messages);
  const system: Said[] = turn.system === undefined ? [] : [{ role: "system", content: turn.system }];
  const said = turn.messages.flatMap((message) =>
    message.role === "user" ? userMessages(message, names, rules) : assistantMessage(message),
  );
  return [...system, ...said];
}

/** Results name their tool in this interface, and only the call knows it. */
function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ content }) => content.filter((part) => part.type === "tool_call"));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

/** Results go first and in a message of their own, as the services behind this interface want them. */
function userMessages(
  { content }: UserMessage,
  names: ReadonlyMap<string, string>,
  rules: PromptRules,
): Said[] {
  const results = content.filter((part) => part.type === "tool_result");
  const moved = rules.toolImages === "after" ? results.flatMap(imagesOf) : [];
  const shown = [...moved, ...content.filter((part) => part.type !== "tool_result")].filter(isSomething);
  const messages: Said[] = [];
  if (results.length > 0)
    messages.push({ role: "tool", content: results.map((part) => resultOf(part, names, rules)) });
  if (shown.length > 0) messages.push({ role: "user", content: shown.map((part) => shownOf(part, rules)) });
  return messages;
}

function assistantMessage({ content }: AssistantMessage): Said[] {
  const parts = content.flatMap((part): Extract<Said, { role: "assistant" }>["content"] => {
    if (part.type === "text")
      return isSomething(part) ? [{ type: "text", text: part.text, ...optionsOf(part) }] : [];
    if (part.type === "tool_call") {
      return [
        {
          type: "tool-call",
          toolCallId: part.id,
          toolName: part.name,
          input: part.input,
          ...optionsOf(part),
        },
      ];
    }
    // Signed and redacted thinking is another provider's.
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
    ? { type: "content" as const, value: content.filter(isSomething).map((part) => resultPart(part, rules)) }
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

type UserPart = Extract<Said, { role: "user" }>["content"][number];

function shownOf(part: TextPart | ImagePart, { version }: PromptRules): UserPart {
  if (part.type === "text") return { type: "text", text: part.text, ...optionsOf(part) };
  const { data, mediaType } = part;
  if (version === "v4") return { type: "file", data: { type: "data", data }, mediaType };
  return { type: "file", data, mediaType } as unknown as UserPart;
}

function imagesOf({ content }: ToolResultPart): ImagePart[] {
  return content.filter((part) => part.type === "image");
}

function isSomething(part: TextPart | ImagePart): boolean {
  return part.type !== "text" || part.text !== "";
}

function optionsOf({ metadata }: { readonly metadata?: ProviderMetadata }) {
  return metadata === undefined ? {} : { providerOptions: metadata as Record<string, never> };
}
