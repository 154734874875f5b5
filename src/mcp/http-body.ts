import {
  INVALID_REQUEST,
  isJsonContentType,
  PARSE_ERROR,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { refusal, refusedId } from "./http-refusal.ts";
import { nestsDeeper } from "./nesting.ts";

const maxDepth = 64;
const maxBatch = 50;
const batchRevision = "2025-03-26";
/** How much of a refused body is read and forgotten before it is answered. */
const maxPassedOver = 64 << 20;

/** Reads the body of a POST once, within bounds: the parsed JSON, or the answer that refuses it. */
export async function readBody(request: Request, maxBytes: number): Promise<{ json: unknown } | Response> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return refusal(415, -32000, "The Content-Type of a request must be application/json.");
  }
  let text: string | undefined;
  try {
    text = await readText(request, maxBytes);
  } catch {
    return refusal(400, PARSE_ERROR, "Parse error: the request body could not be read.");
  }
  if (text === undefined) {
    await passOver(request);
    // More of the body may still be on its way: no further request can use this connection.
    const headers = { Connection: "close" };
    return refusal(413, -32000, `The request body is over ${maxBytes} bytes; send less.`, { headers });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refusal(400, PARSE_ERROR, "Parse error: the request body is not valid JSON.");
  }
  if (nestsDeeper(json, maxDepth)) {
    const message = `The request nests deeper than ${maxDepth} levels; send a flatter one.`;
    return refusal(400, INVALID_REQUEST, message, { id: refusedId(json) });
  }
  return (Array.isArray(json) && refuseBatch(request, json)) || { json };
}

/** The text of the body, or undefined when it is over the limit. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  // HTTP itself holds a body to its declared length, and `text()` is several times faster than the stream.
  if (Number(request.headers.get("content-length") ?? Number.NaN) <= maxBytes) {
    const text = await request.text();
    return text.length > maxBytes ? undefined : text;
  }
  const body = await readRequestBody(request, maxBytes);
  return body.tooLarge ? undefined : body.text;
}

/** Reads on without keeping anything: a client that cannot send the rest sees a broken connection, not the answer. */
async function passOver(request: Request): Promise<void> {
  try {
    const reader = request.body?.getReader();
    for (let passed = 0; reader && passed < maxPassedOver; ) {
      const { done, value } = await reader.read();
      if (done) return;
      passed += value.byteLength;
    }
  } catch {
    // Whoever broke off waits for no answer.
  }
}

function refuseBatch(request: Request, batch: readonly unknown[]): Response | undefined {
  // A client of that revision sends no version header; the header came with the next one.
  const revision = request.headers.get("mcp-protocol-version") ?? batchRevision;
  if (revision !== batchRevision) {
    const message = `Revision ${revision} has no batches; send one message per request.`;
    return refusal(400, INVALID_REQUEST, message);
  }
  if (batch.length === 0)
    return refusal(400, INVALID_REQUEST, "The batch is empty; send at least one message.");
  if (batch.length > maxBatch) {
    return refusal(400, INVALID_REQUEST, `A batch holds at most ${maxBatch} messages; send it in parts.`);
  }
  return undefined;
}
