import { type Answer, jsonAnswer } from "./answer.ts";
import { type Composed, contentEvents, endEvents, event } from "./anthropic-events.ts";
import { claudeModel } from "./anthropic-models.ts";
import { refuseAnthropic } from "./anthropic-rules.ts";
import { type ThinkingRequest, thinks } from "./anthropic-thinking-rules.ts";
import { contentOf, waitsOf, wholeOf } from "./content.ts";
import type { Block, Reply, ReplyError, RequestBody } from "./reply.ts";
import { prefixOf, sign } from "./thinking-signature.ts";
import { usageOf } from "./usage.ts";
import type { WireFormat } from "./wire-format.ts";

/** The Messages API. Remembers which tool calls it sent together with thinking. */
export function anthropicFormat(): WireFormat {
  const issued = new Map<string, number>();
  let count = 0;
  return {
    refuse: (request, account) => refuseAnthropic(request, account, issued),
    answer(reply, request) {
      count += 1;
      const composed = compose(reply, request.body, count);
      const thinking = composed.blocks.filter(({ wire }) => "signature" in wire || "data" in wire).length;
      for (const { wire } of composed.blocks) if ("input" in wire) issued.set(String(wire.id), thinking);
      const headers = { "request-id": `req_scripted_${count}` };
      return request.body.stream === true
        ? streamed(composed, reply, headers)
        : whole(composed, reply, headers);
    },
    fail: (status, error) => failed(status, error),
  };
}

/** The error type of each status. */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

function failed(status: number, error: ReplyError = {}): Answer {
  const type = error.type ?? ERROR_TYPES[status] ?? "api_error";
  const message = error.message ?? `A scripted ${type.replaceAll("_", " ")}`;
  const id = "req_scripted_error";
  return jsonAnswer(
    status,
    { "request-id": id },
    { type: "error", error: { type, message }, request_id: id },
  );
}

function streamed(composed: Composed, reply: Reply, headers: Answer["headers"]): Answer {
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache", ...headers },
    body: [...contentEvents(composed), ...ending(composed, reply)],
  };
}

function ending(composed: Composed, reply: Reply): Answer["body"] {
  if (reply.hangUp === "in the stream") return [];
  if (reply.tail !== undefined) return [reply.tail];
  if (reply.streamError === undefined) return endEvents(composed);
  const { type = "overloaded_error", message = "Overloaded" } = reply.streamError;
  return [event("error", { error: { type, message } })];
}

function whole(composed: Composed, reply: Reply, headers: Answer["headers"]): Answer {
  const answer = jsonAnswer(200, headers, composed.message);
  return { ...answer, body: [...contentOf(reply).flatMap(waitsOf), ...answer.body] };
}

function compose(reply: Reply, body: RequestBody, count: number): Composed {
  const model = reply.model ?? String(body.model);
  const visible = contentOf(reply).filter(
    ({ type }) => thinks(body) || (type !== "thinking" && type !== "redacted"),
  );
  const of = visible.filter(({ type }) => type === "thinking" || type === "redacted").length;
  const prefix = prefixOf(body.system, body.tools, body.messages ?? []);
  const blocks = visible.map((source, at) => ({
    source,
    wire: wireOf(source, { model: String(body.model), at, of, prefix }, body, count),
  }));
  const calls = visible.some(({ type }) => type === "tool_call");
  const usage = usageOf(reply, body);
  return {
    blocks,
    message: {
      id: reply.id ?? `msg_scripted_${count}`,
      type: "message",
      role: "assistant",
      model,
      content: blocks.map(({ wire }) => wire),
      stop_reason: reply.stop ?? (calls ? "tool_use" : "end_turn"),
      stop_sequence: null,
      stop_details: null,
      container: null,
      usage: {
        input_tokens: usage.inputTokens,
        cache_creation_input_tokens: usage.cacheWriteTokens,
        cache_read_input_tokens: usage.cacheReadTokens,
        output_tokens: usage.outputTokens,
        service_tier: "standard",
      },
    },
  };
}

type Position = { readonly model: string; readonly at: number; readonly of: number; readonly prefix: string };

function wireOf(block: Block, position: Position, body: RequestBody, count: number) {
  if (block.type === "text") return { type: "text", text: wholeOf(block.text), citations: null };
  if (block.type === "tool_call") {
    const id = block.id ?? `toolu_scripted_${count}_${position.at}`;
    return { type: "tool_use", id, name: block.name, input: block.input ?? {} };
  }
  if (block.type === "redacted") return { type: "redacted_thinking", data: sign({ ...position, text: "" }) };
  const text = hidesThinking(body) ? "" : wholeOf(block.text);
  return { type: "thinking", thinking: text, signature: sign({ ...position, text }) };
}

function hidesThinking(body: RequestBody): boolean {
  const display = (body.thinking as ThinkingRequest | undefined)?.display;
  return (
    (display ?? (claudeModel(String(body.model)).hidesThinking ? "omitted" : "summarized")) === "omitted"
  );
}
