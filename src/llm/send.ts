import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { trimEnd } from "../ledger/trim-end.ts";
import { BOUNDS, RefusedAnswer } from "./bounds.ts";
import { meter } from "./meter.ts";

/** A request to a model service. */
export interface ServiceRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The expected response: server-sent events or one document. */
  readonly answer: "events" | "document";
  readonly signal: AbortSignal;
}

/** A successful response. Its body can be read once, within the bounds of a turn. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterableIterator<Uint8Array, undefined>;
}

/** A response with an error status. */
class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly responseBody: string;
  /** Which limit the body exceeded. */
  readonly beyond: string | undefined;
  constructor(status: number, headers: IncomingHttpHeaders, responseBody: string, beyond?: string) {
    super(`The service answered ${status}.`);
    this.status = status;
    this.headers = headers;
    this.responseBody = responseBody;
    this.beyond = beyond;
  }
}

/** How long reading an error body may take. */
const ERROR_BODY_MS = 5000;

/**
 * Sends one request to a model service; every request goes through here. It follows no redirects and closes the
 * connection when a response exceeds the bounds. Throws a ServiceError for an error status. It uses `node:http` because
 * `fetch` takes half as much processor time again.
 */
export async function send(url: URL, request: ServiceRequest): Promise<ServiceResponse> {
  const response = await open(url, request);
  const { statusCode: status = 0, headers } = response;
  if (status < 200 || status >= 300) throw await errorOf(response, status);
  if (/^text\/html\b/i.test(headers["content-type"] ?? "")) {
    response.destroy();
    throw new RefusedAnswer("a web page (text/html) instead of an answer");
  }
  return { status, headers, body: bounded(decode(response), meter(request.answer === "events")) };
}

/** Reads a response that is one JSON document. */
export async function readJson({ body }: ServiceResponse): Promise<unknown> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for await (const bytes of body) pieces.push(decoder.decode(bytes, { stream: true }));
  return JSON.parse(pieces.join("") + decoder.decode());
}

/** The URL of a path below a service's address. */
export function serviceUrl(address: string, path: string): URL {
  return new URL(`${trimEnd(address, "/")}${path}`);
}

function open(url: URL, { method, headers, body, signal }: ServiceRequest): Promise<IncomingMessage> {
  // A static import would load these modules at every start: a fifth of the time to the first answer.
  const http = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const all: OutgoingHttpHeaders = {
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "clew",
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers: all, signal }, resolve);
    // Stays after the response has begun, when its reader gets the error.
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A body that never ends, breaks off or cannot be decoded does not hide the status. */
async function errorOf(response: IncomingMessage, status: number): Promise<ServiceError> {
  const { headers } = response;
  const timer = setTimeout(() => response.destroy(), ERROR_BODY_MS);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  let beyond: string | undefined;
  try {
    for await (const bytes of decode(response) as AsyncIterable<Uint8Array>) {
      size += bytes.length;
      if (size > BOUNDS.errorBody) throw new RefusedAnswer("an error body of more than 64 KB");
      text += decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    if (error instanceof RefusedAnswer) beyond = error.what;
  } finally {
    clearTimeout(timer);
    if (!response.complete) response.destroy();
  }
  return new ServiceError(status, headers, text, beyond);
}

/**
 * The decompressed body, inflated only as far as it is read; destroying it closes the connection. Clew requests no
 * compression, but some proxies compress anyway.
 */
function decode(response: IncomingMessage): Readable {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coding === "") return response;
  const decoder = decoderOf(coding);
  if (decoder === undefined) {
    response.destroy();
    throw new RefusedAnswer("a content-encoding that Clew does not support");
  }
  // The reader of the decoder gets the error.
  process.getBuiltinModule("node:stream").pipeline(response, decoder, () => {});
  let size = 0;
  response.on("data", (bytes: Uint8Array) => {
    size += bytes.length;
    // Compressed bytes that inflate to nothing could go on forever.
    if (size > BOUNDS.turn) decoder.destroy(new RefusedAnswer("more than 64 MB in one turn"));
  });
  return decoder;
}

function decoderOf(coding: string) {
  const zlib = process.getBuiltinModule("node:zlib");
  if (coding === "gzip" || coding === "x-gzip") return zlib.createGunzip();
  if (coding === "deflate") return zlib.createInflate();
  if (coding === "br") return zlib.createBrotliDecompress();
  return coding === "zstd" ? zlib.createZstdDecompress() : undefined;
}

async function* bounded(
  source: Readable,
  check: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    for await (const bytes of source as AsyncIterable<Uint8Array>) {
      check(bytes);
      yield bytes;
    }
  } catch (error) {
    source.destroy();
    throw error;
  }
}
