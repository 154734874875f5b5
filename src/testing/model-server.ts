import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Answer, endOf, jsonAnswer, sendAnswer } from "./answer.ts";
import { anthropicFormat } from "./anthropic.ts";
import { piecesOf } from "./content.ts";
import { langbaseFormat } from "./langbase.ts";
import { type LoopbackServer, serveOnLoopback } from "./loopback.ts";
import { answerModels, modelsForm } from "./models-endpoint.ts";
import { openaiFormat } from "./openai.ts";
import type { RecordedRequest, Reply, RequestBody, Script } from "./reply.ts";
import type { Account, Refusal, WireFormat } from "./wire-format.ts";

export interface ModelServerOptions {
  /** The only valid key. By default any key is valid; `false` means that none is needed. */
  readonly key?: string | false;
  /** The models and pipes that exist; by default, all. */
  readonly models?: readonly string[];
}

/** A scripted model service on loopback. */
export interface ModelServer extends LoopbackServer {
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Resolves with the n-th request (from 1) when it arrives. */
  waitForRequest(n: number): Promise<RecordedRequest>;
}

/** Starts a scripted model on a free loopback port; the path of a request selects its wire format. */
export async function startModelServer(
  script: Script,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const account: Account = { key: options.key, models: options.models };
  const anthropic = anthropicFormat();
  const openai = openaiFormat();
  const formats: Readonly<Record<string, WireFormat>> = {
    "/v1/messages": anthropic,
    "/v1/chat/completions": openai,
    "/v1/pipes/run": langbaseFormat(),
  };
  const requests: RecordedRequest[] = [];
  const waiting: (() => void)[] = [];
  let turns = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const ended = endOf(response);
    const sent = parse(await text(incoming));
    const request = record(incoming, sent ?? {}, ended);
    ended.then((end) => {
      request.hungUp = end === "client hung up";
    });
    requests.push(request);
    for (const wake of waiting.splice(0)) wake();
    const [answer, reply] = await decide(request, sent !== undefined);
    await sendAnswer(response, answer, reply);
  }

  async function decide(request: Mutable<RecordedRequest>, isReadable: boolean): Promise<[Answer, Reply]> {
    const path = request.path.split("?")[0]!;
    if (request.method === "GET" && /^\/v1\/models(\/|$)/.test(path))
      return [answerModels(request, account, modelsForm(request) === "openai" ? openai : anthropic), {}];
    const format = formats[path];
    if (format === undefined || request.method !== "POST")
      return [
        jsonAnswer(404, {}, { error: { message: `Nothing is served at ${request.method} ${path}` } }),
        {},
      ];
    const refusal = isReadable ? refuse(format, request, account) : UNREADABLE;
    request.refusal = refusal?.message;
    if (refusal !== undefined) return [format.fail(refusal.status, refusal), {}];
    const index = turns++;
    const reply = await replyOf(script, request, index).catch((error) => String(error));
    // A status that clients do not retry, so that a mistake in the script shows at once.
    if (typeof reply === "string") return [format.fail(400, { message: reply }), {}];
    const status = reply.status ?? 200;
    const answer = status >= 400 ? format.fail(status, reply.error) : format.answer(reply, request);
    return [{ ...answer, status, ...(reply.raw !== undefined && { body: piecesOf(reply.raw) }) }, reply];
  }

  return {
    ...(await serveOnLoopback(serve)),
    requests,
    async waitForRequest(n) {
      while (requests.length < n) await new Promise<void>((wake) => waiting.push(wake));
      return requests[n - 1]!;
    },
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const UNREADABLE: Refusal = { status: 400, message: "The body is not a JSON object" };
const MALFORMED: Refusal = {
  status: 400,
  message: "The body does not have the format of this service",
};

function refuse(format: WireFormat, request: RecordedRequest, account: Account): Refusal | undefined {
  try {
    return format.refuse(request, account);
  } catch {
    return MALFORMED;
  }
}

async function replyOf(script: Script, request: RecordedRequest, index: number): Promise<Reply> {
  const scripted = typeof script === "function" ? await script(request, index) : script[index];
  if (scripted === undefined) throw new Error(`The script has no reply for turn ${index + 1}`);
  return typeof scripted === "string" ? { text: scripted } : scripted;
}

function record(
  incoming: IncomingMessage,
  body: RequestBody,
  ended: RecordedRequest["ended"],
): Mutable<RecordedRequest> {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "GET",
    path: incoming.url ?? "/",
    headers: Object.fromEntries(headers),
    body,
    refusal: undefined,
    hungUp: false,
    ended,
  };
}

function parse(sent: string): RequestBody | undefined {
  try {
    const body = JSON.parse(sent || "{}");
    return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
