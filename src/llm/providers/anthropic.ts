import type { Anthropic } from "@anthropic-ai/sdk";
import type { Engine, ThinkingRequest, ToolSpecification, Turn } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import type { AssistantMessage, ImagePart, Message, TextPart, UserMessage } from "../message.ts";
import { type RunningTurn, toEngine } from "../provider.ts";
import { type ServiceResponse, send, serviceUrl } from "../send.ts";
import { readAnthropic } from "./anthropic-stream.ts";

/** Connection to Anthropic. */
export interface AnthropicSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly model: string;
  /** The default token limit of an answer. */
  readonly maxTokens?: number;
}

const MAX_TOKENS = 8192;

/** Claude, through Anthropic's Messages API. */
export function anthropicEngine(settings: AnthropicSettings): Engine {
  const { apiKey, model, baseUrl = ANTHROPIC_URL, maxTokens = MAX_TOKENS } = settings;
  const service = (requested = model): Service => ({
    engine: "anthropic",
    label: "Anthropic",
    address: baseUrl,
    key: apiKey,
    noun: "model",
    model: requested,
    variables: { address: "ANTHROPIC_BASE_URL", key: "ANTHROPIC_API_KEY", model: "ANTHROPIC_MODEL" },
  });
  async function open(turn: RunningTurn): Promise<ServiceResponse> {
    checkService(service());
    return send(serviceUrl(baseUrl, "/v1/messages"), {
      method: "POST",
      headers: anthropicHeaders(apiKey),
      body: anthropicRequest(turn, { model, maxTokens }),
      answer: "events",
      signal: turn.signal,
    });
  }
  return toEngine({
    name: "anthropic",
    model,
    run: (turn) =>
      readAnthropic(() => open(turn), { model: turn.model ?? model, onHiddenContent: turn.onHiddenContent }),
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}

type Request = Omit<Anthropic.MessageCreateParamsStreaming, "messages">;
type Block = Anthropic.ContentBlockParam;

/** The address of Anthropic's own service. */
export const ANTHROPIC_URL = "https://api.anthropic.com";

/** The API version that the types of `@anthropic-ai/sdk` describe. */
const VERSION = "2026-10-21";

const CACHE = { cache_control: { type: "ephemeral" } } as const;
const SMALLEST_BUDGET = 1024;
const LONGEST_CACHED = 20_000;

/** The headers of every request to Anthropic's API. */
export function anthropicHeaders(apiKey: string): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    authorization: `Bearer ${apiKey}`,
    "anthropic-version": VERSION,
  };
}

/**
 * The body of a Messages API request, with cache marks where the next turn begins to differ. It has no temperature: this
 * version of the API refuses one.
 */
function anthropicRequest(
  turn: Turn,
  defaults: { readonly model: string; readonly maxTokens: number },
): string {
  const maxTokens = turn.maxTokens ?? defaults.maxTokens;
  const request: Request = {
    model: turn.model ?? defaults.model,
    stream: true,
    ...thinkingOf(turn.thinking, maxTokens),
    system: isBlank(turn.system) ? undefined : [{ type: "text", text: turn.system ?? "", ...CACHE }],
    ...toolsOf(turn.tools ?? [], turn.toolChoice),
  };
  return `${JSON.stringify(request).slice(0, -1)},"messages":[${textsOf(turn.messages).join(",")}]}`;
}

/** Thinking counts as output, so the limit is raised to leave room for the answer beside the budget. */
function thinkingOf(request: ThinkingRequest | undefined, maxTokens: number) {
  if (request === undefined) return { max_tokens: maxTokens };
  const { type } = request;
  if (type === "disabled" || type === "between_tools") return { max_tokens: maxTokens, thinking: { type } };
  const display = request.summary === false ? undefined : ("summarized" as const);
  if (type === "adaptive") {
    const effort = request.effort && { output_config: { effort: request.effort } };
    return { max_tokens: maxTokens, thinking: { type, display }, ...effort };
  }
  const budget = Math.max(SMALLEST_BUDGET, Math.floor(request.budgetTokens));
  return {
    max_tokens: maxTokens > budget ? maxTokens : budget + maxTokens,
    thinking: { type, budget_tokens: budget, display },
  };
}

function toolsOf(tools: readonly ToolSpecification[], choice: Turn["toolChoice"]) {
  if (tools.length === 0) return {};
  const specified = tools.map(({ name, description, input }, index) => ({
    name,
    description,
    input_schema: input as Anthropic.Tool.InputSchema,
    ...(index === tools.length - 1 && CACHE),
  }));
  return { tools: specified, tool_choice: choice && { type: choice } };
}

/** The non-empty messages as JSON; the last user message gets the cache mark. */
function textsOf(messages: readonly Message[]): string[] {
  const texts = messages.map(textOf);
  const last = messages.findLastIndex(({ role }, index) => role === "user" && texts[index] !== "");
  if (last !== -1) texts[last] = jsonOf(messages[last]!.role, marked(blocksOf(messages[last]!)));
  return texts.filter((text) => text !== "");
}

/** Every turn sends the whole history, which differs only at its end. */
const cache = new WeakMap<Message, string>();

/** Empty for a message without content. */
function textOf(message: Message): string {
  const cached = cache.get(message);
  if (cached !== undefined) return cached;
  const content = blocksOf(message);
  const text = content.length === 0 ? "" : jsonOf(message.role, content);
  // Caching a longer message would double its memory for little gain.
  if (text.length <= LONGEST_CACHED) cache.set(message, text);
  return text;
}

function jsonOf(role: Message["role"], content: readonly Block[]): string {
  return JSON.stringify({ role, content });
}

function blocksOf(message: Message): readonly Block[] {
  return message.role === "user" ? message.content.flatMap(userBlock) : message.content.flatMap(ownBlock);
}

function marked(content: readonly Block[]): readonly Block[] {
  return content.map((block, at) => (at === content.length - 1 ? { ...block, ...CACHE } : block));
}

function userBlock(part: UserMessage["content"][number]): Block[] {
  if (part.type !== "tool_result") return visible(part);
  const content = part.content.flatMap(visible);
  return [
    {
      type: "tool_result",
      tool_use_id: part.callId,
      content: content.length === 0 ? undefined : content,
      is_error: part.isError,
    },
  ];
}

function ownBlock(part: AssistantMessage["content"][number]): Block[] {
  if (part.type === "text") return visible(part);
  if (part.type === "redacted") return [{ type: "redacted_thinking", data: part.data }];
  if (part.type === "tool_call")
    return [{ type: "tool_use", id: part.id, name: part.name, input: part.input }];
  // Thinking without a signature belongs to another provider and would be refused.
  if (part.signature === undefined) return [];
  return [{ type: "thinking", thinking: part.text, signature: part.signature }];
}

/** The API refuses blank text anywhere. */
function visible(part: TextPart | ImagePart): (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  if (part.type === "text") return isBlank(part.text) ? [] : [{ type: "text", text: part.text }];
  const media_type = part.mediaType as Anthropic.Base64ImageSource["media_type"];
  return [{ type: "image", source: { type: "base64", media_type, data: part.data } }];
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
