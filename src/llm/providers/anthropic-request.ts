import type { Anthropic } from "@anthropic-ai/sdk";
import type { ThinkingOrder, ToolSpecification, Turn } from "../engine.ts";
import type { AssistantMessage, ImagePart, Message, TextPart, UserMessage } from "../message.ts";

type Request = Omit<Anthropic.MessageCreateParamsStreaming, "messages">;
type Block = Anthropic.ContentBlockParam;

const MARK = { cache_control: { type: "ephemeral" } } as const;
const SMALLEST_BUDGET = 1024;
const LONGEST_KNOWN = 20_000;

/**
 * A turn as the body of a request to the Messages API, marked for caching where the next turn begins to differ. A
 * temperature is not in it: this version of the API refuses it.
 */
export function anthropicRequest(
  turn: Turn,
  defaults: { readonly model: string; readonly maxTokens: number },
): string {
  const maxTokens = turn.maxTokens ?? defaults.maxTokens;
  const request: Request = {
    model: turn.model ?? defaults.model,
    stream: true,
    ...thinkingOf(turn.thinking, maxTokens),
    ...(isBlank(turn.system)
      ? {}
      : { system: [{ type: "text" as const, text: turn.system ?? "", ...MARK }] }),
    ...toolsOf(turn.tools ?? [], turn.toolChoice),
  };
  return `${JSON.stringify(request).slice(0, -1)},"messages":[${textsOf(turn.messages).join(",")}]}`;
}

/** Thinking counts as output, so the limit is raised until the answer has its own room beside the budget. */
function thinkingOf(order: ThinkingOrder | undefined, maxTokens: number) {
  if (order === undefined) return { max_tokens: maxTokens };
  if (order.type === "disabled" || order.type === "between_tools")
    return { max_tokens: maxTokens, thinking: { type: order.type } };
  const display = order.summary === false ? {} : { display: "summarized" as const };
  if (order.type === "adaptive") {
    const effort = order.effort === undefined ? {} : { output_config: { effort: order.effort } };
    return { max_tokens: maxTokens, thinking: { type: order.type, ...display }, ...effort };
  }
  const budget = Math.max(SMALLEST_BUDGET, Math.floor(order.budgetTokens));
  return {
    max_tokens: maxTokens > budget ? maxTokens : budget + maxTokens,
    thinking: { type: order.type, budget_tokens: budget, ...display },
  };
}

function toolsOf(tools: readonly ToolSpecification[], choice: Turn["toolChoice"]) {
  if (tools.length === 0) return {};
  const specified = tools.map(({ name, description, input }, index) => ({
    name,
    description,
    input_schema: input as Anthropic.Tool.InputSchema,
    ...(index === tools.length - 1 ? MARK : {}),
  }));
  return { tools: specified, ...(choice === undefined ? {} : { tool_choice: { type: choice } }) };
}

/** The messages that say something, in JSON; the last of the user's is marked. */
function textsOf(messages: readonly Message[]): string[] {
  const texts = messages.map(textOf);
  const last = messages.findLastIndex(({ role }, index) => role === "user" && texts[index] !== "");
  if (last !== -1) texts[last] = jsonOf(messages[last]!.role, marked(blocksOf(messages[last]!)));
  return texts.filter((text) => text !== "");
}

/** A history goes along with each turn, and is the same but for its end. */
const known = new WeakMap<Message, string>();

/** Empty for a message that says nothing. */
function textOf(message: Message): string {
  const before = known.get(message);
  if (before !== undefined) return before;
  const content = blocksOf(message);
  const text = content.length === 0 ? "" : jsonOf(message.role, content);
  // A longer one takes little time for its length, and its text as much memory again.
  if (text.length <= LONGEST_KNOWN) known.set(message, text);
  return text;
}

function jsonOf(role: Message["role"], content: readonly Block[]): string {
  return JSON.stringify({ role, content });
}

function blocksOf(message: Message): readonly Block[] {
  return message.role === "user" ? message.content.flatMap(userBlock) : message.content.flatMap(ownBlock);
}

function marked(content: readonly Block[]): readonly Block[] {
  return content.map((block, at) => (at === content.length - 1 ? { ...block, ...MARK } : block));
}

function userBlock(part: UserMessage["content"][number]): Block[] {
  if (part.type !== "tool_result") return shown(part);
  const content = part.content.flatMap(shown);
  return [
    {
      type: "tool_result",
      tool_use_id: part.callId,
      ...(content.length === 0 ? {} : { content }),
      ...(part.isError === undefined ? {} : { is_error: part.isError }),
    },
  ];
}

function ownBlock(part: AssistantMessage["content"][number]): Block[] {
  if (part.type === "text") return shown(part);
  if (part.type === "redacted") return [{ type: "redacted_thinking", data: part.data }];
  if (part.type === "tool_call")
    return [{ type: "tool_use", id: part.id, name: part.name, input: part.input }];
  // Thinking that no signature came with is another provider's, and would be refused.
  if (part.signature === undefined) return [];
  return [{ type: "thinking", thinking: part.text, signature: part.signature }];
}

/** The API refuses a text without a letter, wherever it stands. */
function shown(part: TextPart | ImagePart): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  if (part.type === "text") return isBlank(part.text) ? [] : [{ type: "text", text: part.text }];
  const media_type = part.mediaType as Anthropic.Base64ImageSource["media_type"];
  return [{ type: "image", source: { type: "base64", media_type, data: part.data } }];
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
