import { Failure } from "../../ledger/index.ts";
import type { Engine, StopReason, Turn } from "../engine.ts";
import { EngineFailure } from "../engine-failure.ts";
import type { ImagePart, Message, TextPart } from "../message.ts";
import { toEngine } from "../provider.ts";

/** Content in MCP's format. */
export type SamplingContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** A request to the client's model. */
export interface SamplingRequest {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: SamplingContent }[];
  readonly systemPrompt?: string;
  readonly maxTokens: number;
  readonly temperature?: number;
}

/** The answer of the client's model. Newer clients send a list of contents. */
export interface SamplingAnswer {
  readonly role: string;
  readonly content: SamplingAnswerContent | readonly SamplingAnswerContent[];
  readonly model: string;
  readonly stopReason?: string | undefined;
}

/** Any content that a client may send; only text is used. */
export interface SamplingAnswerContent {
  readonly type: string;
  readonly text?: unknown;
}

/** Sends a request to the client's model. */
export type CreateMessage = (
  request: SamplingRequest,
  options: { readonly signal: AbortSignal },
) => Promise<SamplingAnswer>;

const MAX_TOKENS = 4096;

/** The client's own model, through MCP sampling. */
export function samplingEngine(createMessage: CreateMessage): Engine {
  return toEngine({
    name: "sampling",
    model: "client",
    async *run(turn) {
      const answer = await createMessage(requestOf(turn), { signal: turn.signal });
      const contents = Array.isArray(answer.content) ? answer.content : [answer.content];
      const text = contents
        .filter((content) => content.type === "text" && typeof content.text === "string")
        .map((content) => String(content.text))
        .join("");
      const { model } = answer;
      yield { type: "start", model };
      if (text !== "") yield { type: "text", block: 0, text };
      const message = { role: "assistant" as const, content: [{ type: "text" as const, text }] };
      yield { type: "done", message, stop: stopOf(answer.stopReason), model };
    },
    failure,
  });
}

function requestOf(turn: Turn): SamplingRequest {
  if ((turn.tools ?? []).length > 0 && turn.toolChoice !== "none") {
    const text = "MCP sampling requests are text only: the client's model accepts no tools.";
    throw new EngineFailure("refused", "sampling", text);
  }
  return {
    messages: turn.messages.flatMap(messagesOf),
    systemPrompt: turn.system,
    maxTokens: turn.maxTokens ?? MAX_TOKENS,
    temperature: turn.temperature,
  };
}

/** One message per part: clients of older revisions accept a single content. */
function messagesOf({ role, content }: Message): SamplingRequest["messages"] {
  return content.flatMap((part) => {
    if (part.type === "text") return part.text === "" ? [] : [{ role, content: contentOf(part) }];
    return part.type === "image" ? [{ role, content: contentOf(part) }] : [];
  });
}

function contentOf(part: TextPart | ImagePart): SamplingContent {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "image", data: part.data, mimeType: part.mediaType };
}

function stopOf(reason: string | undefined): StopReason {
  return reason === "maxTokens" ? "length" : "end";
}

/** -1 is MCP's code for a person who declines. */
function failure(thrown: unknown): EngineFailure {
  if (thrown instanceof Failure && thrown.code === "CANCELLED")
    return new EngineFailure("deferred", "sampling", "The client answers with its next request.");
  const code = (thrown as { code?: unknown } | null)?.code;
  if (code === -1) return new EngineFailure("refused", "sampling", "The user declined the sampling request.");
  if (code === -32601)
    return new EngineFailure("refused", "sampling", "The client does not support sampling.");
  if (code === -32001 || code === "REQUEST_TIMEOUT")
    return new EngineFailure("timeout", "sampling", "The client's model did not answer in time.");
  const text = "The client could not run the sampling request.";
  return new EngineFailure("unavailable", "sampling", text, { cause: thrown });
}
