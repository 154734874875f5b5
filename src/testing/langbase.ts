import { jsonAnswer } from "./answer.ts";
import { contentOf, streamedOf, wholeOf } from "./content.ts";
import { heldJson, streamedChunks } from "./openai.ts";
import { completion } from "./openai-chunks.ts";
import type { RecordedRequest, Reply, RequestBody } from "./reply.ts";
import { type Account, keyProblem, type Refusal, type WireFormat } from "./wire-format.ts";

/** Langbase's pipes: the text in `completion`, the model's own answer in `raw`, the thread in a header. */
export function langbaseFormat(): WireFormat {
  let count = 0;
  return {
    refuse: refuseLangbase,
    answer(reply, { body }) {
      count += 1;
      const id = reply.id ?? `chatcmpl-scripted-${count}`;
      const headers = {
        "lb-thread-id": threadOf(reply, body, count),
        "lb-request-id": `req_scripted_${count}`,
      };
      const pipeBody = { ...body, model: reply.model ?? "scripted" };
      if (body.stream === true) return streamedChunks(reply, pipeBody, id, headers);
      const texts = contentOf(reply).filter(({ type }) => type === "text");
      const text = texts.map((block) => wholeOf(streamedOf(block))).join("");
      return heldJson(
        reply,
        jsonAnswer(200, headers, { completion: text, raw: completion(reply, pipeBody, id) }),
      );
    },
    fail(status, error = {}) {
      const code =
        error.code ?? ERROR_CODES[status] ?? (status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR");
      const message = error.message ?? `A scripted ${code.toLowerCase().replaceAll("_", " ")}`;
      const docs = `https://langbase.com/docs/errors/${code.toLowerCase()}`;
      return jsonAnswer(
        status,
        { "lb-request-id": "req_scripted_error" },
        { success: false, error: { code, status, message, docs } },
      );
    },
  };
}

const ERROR_CODES: Readonly<Record<number, string>> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMITED",
};

function threadOf(reply: Reply, body: RequestBody, count: number): string {
  const requested = body.threadId;
  if (reply.thread !== undefined) return reply.thread;
  return typeof requested === "string" && requested !== "" ? requested : `thread-scripted-${count}`;
}

/** The first reason for which Langbase would refuse a request. */
function refuseLangbase(request: RecordedRequest, account: Account): Refusal | undefined {
  if (keyProblem(request, account) !== undefined)
    return { status: 401, code: "UNAUTHORIZED", message: "The API key is missing or not valid." };
  const { name, messages } = request.body;
  if (typeof name !== "string" || name === "") return bad("The name of a pipe is required.");
  if (account.models !== undefined && !account.models.includes(name))
    return { status: 404, code: "NOT_FOUND", message: `The pipe ${name} was not found.` };
  if (!Array.isArray(messages) || messages.length === 0)
    return bad("messages must be an array that is not empty.");
  const invalidRole = messages.findIndex(
    ({ role }) => !["system", "user", "assistant", "tool"].includes(role),
  );
  if (invalidRole !== -1)
    return bad(`messages[${invalidRole}].role must be system, user, assistant or tool.`);
}

function bad(message: string): Refusal {
  return { status: 400, code: "BAD_REQUEST", message };
}
