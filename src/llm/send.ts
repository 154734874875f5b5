import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { trimEnd } from "../ledger/trim-end.ts";
import { BOUNDS, RefusedAnswer } from "./bounds.ts";
import { decoded } from "./decoded.ts";
import { meter } from "./meter.ts";

/** What a service is asked. */
export interface Sent {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What a good answer is: a stream of server-sent events, or one document. */
  readonly answer: "events" | "document";
  readonly signal: AbortSignal;
}

/** A good answer; its body is read once, within the bounds of a turn. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterableIterator<Uint8Array, undefined>;
}

/** An answer that is not a good one. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly responseBody: string;
  /** What its body was beyond. */
  readonly beyond: string | undefined;
  constructor(status: number, headers: IncomingHttpHeaders, responseBody: string, beyond?: string) {
    super(`The service answered ${status}.`);
    this.status = status;
    this.headers = headers;
    this.responseBody = responseBody;
    this.beyond = beyond;
  }
}

/** How long the body of an error may take. */
const ERROR_BODY_MS = 5000;

/**
 * One request to a model service: the only way to one. It follows no redirect, reads within bounds and closes the
 * connection beyond them. Throws a ServiceError when the service does not answer well. Not by `fetch`, which takes half
 * as much processor time again.
 */
export async function send(url: URL, sent: Sent): Promise<Answered> {
  const response = await ask(url, sent);
  const { statusCode: status = 0, headers } = response;
  if (status < 200 || status >= 300) throw await errorOf(response, status);
  if (/^text\/html\b/i.test(headers["content-type"] ?? "")) {
    response.destroy();
    throw new RefusedAnswer("a web page (text/html) instead of an answer");
  }
  return { status, headers, body: bounded(decoded(response), meter(sent.answer === "events")) };
}

/** The whole of an answer that is one JSON document. */
export async function readJson({ body }: Answered): Promise<unknown> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for await (const bytes of body) pieces.push(decoder.decode(bytes, { stream: true }));
  return JSON.parse(pieces.join("") + decoder.decode());
}

/** The address of a path below a service's own address. */
export function serviceUrl(address: string, path: string): URL {
  return new URL(`${trimEnd(address, "/")}${path}`);
}

function ask(url: URL, { method, headers, body, signal }: Sent): Promise<IncomingMessage> {
  // An import would have every start load it, and Node's own `fetch` with it: a fifth of the time to the first answer.
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const all: OutgoingHttpHeaders = {
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "clew",
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: all, signal }, resolve);
    // Also after the answer has begun, when its reader gets the error.
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The status says most: a body that does not end, breaks off or cannot be decoded leaves it as it is. */
async function errorOf(response: IncomingMessage, status: number): Promise<ServiceError> {
  const { headers } = response;
  const timer = setTimeout(() => response.destroy(), ERROR_BODY_MS);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  let beyond: string | undefined;
  try {
    for await (const bytes of decoded(response) as AsyncIterable<Uint8Array>) {
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

/** Not a generator: one promise for each packet is enough. */
function bounded(
  source: Readable,
  check: (bytes: Uint8Array) => void,
): AsyncIterableIterator<Uint8Array, undefined> {
  const iterator: AsyncIterator<Uint8Array, undefined> = source[Symbol.asyncIterator]();
  const pass = (step: IteratorResult<Uint8Array, undefined>) => {
    if (step.done) return step;
    try {
      check(step.value);
    } catch (error) {
      source.destroy();
      throw error;
    }
    return step;
  };
  return {
    next: () => iterator.next().then(pass),
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
