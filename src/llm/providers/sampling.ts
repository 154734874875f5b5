import { Failure } from "../../ledger/index.ts";
import type { Engine, StopReason, Turn } from "../engine.ts";
import { EngineFailure } from "../engine-failure.ts";
import type { ImagePart, Message, TextPart } from "../message.ts";
import { oneEnd } from "../one-end.ts";

/** One thing said, in MCP's words. */
export type SamplingContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** What a client is asked to put to its model. */
export interface SamplingRequest {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: SamplingContent }[];
  readonly systemPrompt?: string;
  readonly maxTokens: number;
  readonly temperature?: number;
}

/** What a client's model answered; newer clients send a list of contents. */
export interface SamplingAnswer {
  readonly role: string;
  readonly content: SamplingAnswerContent | readonly SamplingAnswerContent[];
  readonly model: string;
  readonly stopReason?: string | undefined;
}

/** Any content that a client may send; only texts are taken. */
export interface SamplingAnswerContent {
  readonly type: string;
  readonly text?: unknown;
}

/** Asks the client for a message of its model. */
export type CreateMessage = (
  request: SamplingRequest,
  options: { readonly signal: AbortSignal },
) => Promise<SamplingAnswer>;

const MAX_TOKENS = 4096;

/** The client's own model, through a client that lets a server ask it. */
export function samplingEngine(createMessage: CreateMessage): Engine {
  return oneEnd({
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
    throw new EngineFailure(
      "refused",
      "sampling",
      "The client's model is asked for text only and takes no tools.",
    );
  }
  return {
    messages: turn.messages.flatMap(messagesOf),
    ...(turn.system === undefined ? {} : { systemPrompt: turn.system }),
    maxTokens: turn.maxTokens ?? MAX_TOKENS,
    ...(turn.temperature === undefined ? {} : { temperature: turn.temperature }),
  };
}

/** One message for each part: clients of the older revisions take a single content. */
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

/** MCP's own code for a person who declines is -1. */
function failure(thrown: unknown): EngineFailure {
  if (thrown instanceof Failure && thrown.code === "CANCELLED")
    return new EngineFailure("deferred", "sampling", "The client answers with its next request.");
  const code = (thrown as { code?: unknown } | null)?.code;
  if (code === -1) return new EngineFailure("refused", "sampling", "The client declined to ask its model.");
  if (code === -32601)
    return new EngineFailure("refused", "sampling", "The client does not let a server ask its model.");
  if (code === -32001 || code === "REQUEST_TIMEOUT")
    return new EngineFailure("timeout", "sampling", "The client's model did not answer in time.");
  const text = "The client failed to ask its model.";
  return new EngineFailure("unavailable", "sampling", text, { cause: thrown });
}
