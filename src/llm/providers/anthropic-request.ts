import type { Anthropic } from "@anthropic-ai/sdk";
import type { ThinkingOrder, ToolSpecification, Turn } from "../engine.ts";
import type { AssistantMessage, ImagePart, Message, TextPart, UserMessage } from "../message.ts";

type Request = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;

const MARK = { cache_control: { type: "ephemeral" } } as const;
const SMALLEST_BUDGET = 1024;

/**
 * A turn in the words of the Messages API, marked for caching where the next turn begins to differ. A temperature is
 * not among them: this version of the API refuses it.
 */
export function anthropicRequest(
  turn: Turn,
  defaults: { readonly model: string; readonly maxTokens: number },
): Request {
  const maxTokens = turn.maxTokens ?? defaults.maxTokens;
  return {
    model: turn.model ?? defaults.model,
    stream: true,
    ...thinkingOf(turn.thinking, maxTokens),
    ...(isBlank(turn.system)
      ? {}
      : { system: [{ type: "text" as const, text: turn.system ?? "", ...MARK }] }),
    ...toolsOf(turn.tools ?? [], turn.toolChoice),
    messages: markLast(turn.messages.map(messageOf).filter(({ content }) => content.length > 0)),
  };
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

interface Said {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

function messageOf(message: Message): Said {
  const content =
    message.role === "user" ? message.content.flatMap(userBlock) : message.content.flatMap(ownBlock);
  return { role: message.role, content };
}

function markLast(messages: readonly Said[]): Said[] {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.map(({ role, content }, index) => {
    if (index !== last) return { role, content };
    return {
      role,
      content: content.map((block, at) => (at === content.length - 1 ? { ...block, ...MARK } : block)),
    };
  });
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
