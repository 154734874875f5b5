import {
  INVALID_REQUEST,
  isJsonContentType,
  PARSE_ERROR,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { nestsDeeper } from "../nesting.ts";
import { errorResponse, requestIdOf } from "./error-response.ts";

const MAX_DEPTH = 64;
const MAX_BATCH = 50;
const BATCH_REVISION = "2025-03-26";
/** How much of a refused body is read and discarded before the response is sent. */
const MAX_DISCARDED = 64 << 20;

/** Reads the body of a POST once, within limits: the parsed JSON, or the response that refuses it. */
export async function readBody(request: Request, maxBytes: number): Promise<{ json: unknown } | Response> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return errorResponse(415, -32000, "The Content-Type of a request must be application/json.");
  }
  let text: string | undefined;
  try {
    text = await readText(request, maxBytes);
  } catch {
    return errorResponse(400, PARSE_ERROR, "Parse error: the request body could not be read.");
  }
  if (text === undefined) {
    await discardBody(request);
    // The rest of the body may still arrive, so the connection cannot be reused.
    const headers = { Connection: "close" };
    return errorResponse(413, -32000, `The request body is over ${maxBytes} bytes; send less.`, { headers });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return errorResponse(400, PARSE_ERROR, "Parse error: the request body is not valid JSON.");
  }
  if (nestsDeeper(json, MAX_DEPTH)) {
    const message = `The request nests deeper than ${MAX_DEPTH} levels; send a flatter one.`;
    return errorResponse(400, INVALID_REQUEST, message, { id: requestIdOf(json) });
  }
  const problem = Array.isArray(json) ? batchProblem(request, json) : undefined;
  return problem === undefined ? { json } : errorResponse(400, INVALID_REQUEST, problem);
}

/** The text of the body; undefined when it is over the limit. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  // HTTP limits a body to its declared length, and `text()` is several times faster than the stream.
  if (Number(request.headers.get("content-length") ?? Number.NaN) <= maxBytes) {
    const text = await request.text();
    return text.length > maxBytes ? undefined : text;
  }
  const body = await readRequestBody(request, maxBytes);
  return body.tooLarge ? undefined : body.text;
}

/** Reads the rest of a body and drops it: a client that cannot finish sending would see a broken connection instead of the response. */
async function discardBody(request: Request): Promise<void> {
  try {
    const reader = request.body?.getReader();
    for (let read = 0; reader && read < MAX_DISCARDED; ) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.byteLength;
    }
  } catch {
    // The client has disconnected and does not wait for a response.
  }
}

function batchProblem(request: Request, batch: readonly unknown[]): string | undefined {
  // The version header came with the next revision: a client of the batch revision does not send it.
  const revision = request.headers.get("mcp-protocol-version") ?? BATCH_REVISION;
  if (revision !== BATCH_REVISION)
    return `Revision ${revision} has no batches; send one message per request.`;
  if (batch.length === 0) return "The batch is empty; send at least one message.";
  if (batch.length > MAX_BATCH) return `A batch holds at most ${MAX_BATCH} messages; send it in parts.`;
  return undefined;
}
