import { type Answer, jsonAnswer } from "./answer.ts";
import { contentOf, waitsOf } from "./content.ts";
import { completion, contentChunks, data, endChunks } from "./openai-chunks.ts";
import { refuseOpenai } from "./openai-rules.ts";
import type { Piece, Reply, ReplyError, RequestBody } from "./reply.ts";
import type { Refusal, WireFormat } from "./wire-format.ts";

/** The chat completions API. Thinking is `reasoning_content`, as servers of open models send it. */
export function openaiFormat(): WireFormat {
  let count = 0;
  return {
    refuse: refuseOpenai,
    answer(reply, { body }) {
      count += 1;
      const id = reply.id ?? `chatcmpl-scripted-${count}`;
      const headers = { "x-request-id": `req_scripted_${count}` };
      if (body.stream !== true) return heldJson(reply, jsonAnswer(200, headers, completion(reply, body, id)));
      return streamedChunks(reply, body, id, headers);
    },
    fail(status, error) {
      return jsonAnswer(status, { "x-request-id": "req_scripted_error" }, { error: errorOf(status, error) });
    },
  };
}

/** A streamed answer with its end, or with the scripted error or bytes instead. */
export function streamedChunks(
  reply: Reply,
  body: RequestBody,
  id: string,
  headers: Answer["headers"],
): Answer {
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache", ...headers },
    body: [...contentChunks(reply, body, id), ...ending(reply, body, id)],
  };
}

/** A JSON answer that waits for the promises among its pieces. */
export function heldJson(reply: Reply, answer: Answer): Answer {
  return { ...answer, body: [...contentOf(reply).flatMap(waitsOf), ...answer.body] };
}

function ending(reply: Reply, body: RequestBody, id: string): readonly Piece[] {
  if (reply.hangUp === "in the stream") return [];
  if (reply.tail !== undefined) return [reply.tail];
  return reply.streamError === undefined
    ? endChunks(reply, body, id)
    : [data({ error: errorOf(500, reply.streamError) })];
}

function errorOf(status: number, error: ReplyError & Partial<Refusal> = {}) {
  const type =
    error.type ??
    (status === 429 ? "rate_limit_error" : status < 500 ? "invalid_request_error" : "server_error");
  const code = error.code ?? (status === 429 ? "rate_limit_exceeded" : null);
  return {
    message: error.message ?? `A scripted ${type.replaceAll("_", " ")}`,
    type,
    param: error.param ?? null,
    code,
  };
}
