import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { jsonAnswer, sendAnswer } from "./answer.ts";
import { type LoopbackServer, serveOnLoopback } from "./loopback.ts";
import type { RequestBody } from "./reply.ts";
import { requestDifference } from "./request-difference.ts";
import { scrub } from "./scrub.ts";

/** One exchange with a model service, without secrets. */
export interface Cassette {
  /** Whether it was recorded from a service or written from its documentation. */
  readonly origin: "recorded" | "written from the documented format";
  readonly request: { readonly method: string; readonly path: string; readonly body: RequestBody };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The body in the chunks it arrived in. */
    readonly chunks: readonly string[];
  };
}

/** A server that plays one cassette. */
export interface CassettePlayer extends LoopbackServer {
  /** How requests differed from the recorded one. Such a request is answered with an error. */
  readonly differences: readonly string[];
}

/** A server that forwards one exchange to the real service and records it. */
export interface CassetteRecorder extends LoopbackServer {
  /** Resolves with the recording once the exchange is over. */
  readonly cassette: Promise<Cassette>;
}

/** Serves a recorded exchange on loopback, in the chunks it was recorded in. */
export async function replayCassette(file: string | URL): Promise<CassettePlayer> {
  const { request, response: recorded }: Cassette = JSON.parse(await readFile(file, "utf8"));
  const differences: string[] = [];

  async function play(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: RequestBody = JSON.parse((await text(incoming)) || "{}");
    const difference = differenceOf(body, `${incoming.method} ${incoming.url}`);
    if (difference === undefined)
      return await sendAnswer(response, { ...recorded, body: recorded.chunks }, {});
    differences.push(difference);
    const message = `The request differs from the cassette: ${difference}`;
    const error = { type: "invalid_request_error", message, code: "cassette" };
    await sendAnswer(response, jsonAnswer(400, {}, { type: "error", error }), {});
  }

  function differenceOf(body: RequestBody, actual: string): string | undefined {
    const expected = `${request.method} ${request.path}`;
    if (actual !== expected) return `the request was ${expected} and is ${actual}`;
    const streamed = (one: RequestBody) => (one.stream === true ? "streamed" : "whole");
    // An error is the same whether streamed or not.
    if (recorded.status < 400 && streamed(body) !== streamed(request.body))
      return `the answer was ${streamed(request.body)} and is to be ${streamed(body)}`;
    return requestDifference(request.body, body);
  }

  return { ...(await serveOnLoopback(play)), differences };
}

/** Forwards one exchange to the service at `upstream` and writes it to a file, without keys and ids. */
export async function recordCassette(file: string | URL, upstream: string): Promise<CassetteRecorder> {
  const { promise, resolve, reject } = Promise.withResolvers<Cassette>();
  // Nobody may be waiting when the service is unreachable.
  promise.catch(() => {});

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(incoming);
    const path = incoming.url ?? "/";
    const method = incoming.method ?? "POST";
    const answer = await fetch(upstream.replace(/\/$/, "") + path, {
      method,
      headers: forwardedHeaders(incoming),
      body: sent || undefined,
    });
    const chunks = await pieces(answer);
    const secrets = secretsOf(incoming);
    const cassette: Cassette = {
      origin: "recorded",
      request: { method, path, body: JSON.parse(scrub(sent || "{}", secrets)) },
      response: {
        status: answer.status,
        headers: keptHeaders(answer, secrets),
        chunks: scrubbed(chunks, secrets),
      },
    };
    await writeFile(file, `${JSON.stringify(cassette, null, 2)}\n`);
    resolve(cassette);
    await sendAnswer(response, { ...cassette.response, body: chunks }, {});
  }

  const server = await serveOnLoopback((incoming, response) =>
    forward(incoming, response).catch((error) => {
      reject(error);
      throw error;
    }),
  );
  return { ...server, cassette: promise };
}

const KEPT = ["content-type", "retry-after", "lb-thread-id"];

function forwardedHeaders(incoming: IncomingMessage): Record<string, string> {
  const own = ["host", "connection", "content-length", "accept-encoding", "transfer-encoding"];
  const kept = Object.entries(incoming.headers).filter(([name]) => !own.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function secretsOf({ headers }: IncomingMessage): readonly string[] {
  const bearer = headers.authorization?.replace(/^Bearer\s+/i, "") ?? "";
  return [bearer, String(headers["x-api-key"] ?? "")];
}

function keptHeaders(answer: Response, secrets: readonly string[]): Record<string, string> {
  const kept = KEPT.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, scrub(value, secrets)]];
  });
  return Object.fromEntries(kept);
}

async function pieces(answer: Response): Promise<readonly string[]> {
  const chunks: string[] = [];
  if (answer.body === null) return chunks;
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) chunks.push(chunk);
  return chunks;
}

/** A secret may span two chunks: the whole text is masked, which keeps its length, and split as before. */
function scrubbed(chunks: readonly string[], secrets: readonly string[]): readonly string[] {
  const whole = scrub(chunks.join(""), secrets);
  let from = 0;
  return chunks.map(({ length }) => {
    from += length;
    return whole.slice(from - length, from);
  });
}
