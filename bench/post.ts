import { Agent, request as httpRequest } from "node:http";
import { initializeParams, refuseErrors, type ToolAnswer } from "./client.ts";

/** The two ways to use HTTP: self-contained requests, or a session opened by a handshake. */
export type Era = "modern" | "handshake";

/** An HTTP client of the benchmarks, with a keep-alive connection. */
export interface HttpClient {
  /** Calls a tool; throws if the answer is an error. */
  call(name: string, args: object): Promise<ToolAnswer>;
  /** Sends any request; throws a JSON-RPC error. */
  request(method: string, params: object): Promise<unknown>;
  /** Ends the session that a handshake opened, and closes. */
  end(): Promise<void>;
  close(): void;
}

/** A request that was answered with a status of 300 or above. */
export class HttpRefusal extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    super(`HTTP ${status}: ${body.slice(0, 200)}`);
    this.status = status;
  }
}

/** A request without an answer for this long has failed. */
const longestAnswerMs = 60_000;

const modernVersion = "2026-07-28";

const envelope = {
  "io.modelcontextprotocol/protocolVersion": modernVersion,
  "io.modelcontextprotocol/clientInfo": initializeParams.clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
} as const;

/** Opens a client of either era on a server's `/mcp` address. */
export async function openHttpClient(address: URL, era: Era): Promise<HttpClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: longestAnswerMs });
  const sessionHeaders = era === "modern" ? {} : await shakeHands(address, agent);
  let lastId = 0;
  async function request(method: string, params: object): Promise<unknown> {
    lastId += 1;
    const whole = era === "modern" ? { ...params, _meta: envelope } : params;
    const headers = era === "modern" ? modernHeaders(method, params) : sessionHeaders;
    const { body } = await post(address, agent, headers, {
      jsonrpc: "2.0",
      id: lastId,
      method,
      params: whole,
    });
    return readResult(body);
  }
  return {
    request,
    call: async (name, args) =>
      refuseErrors((await request("tools/call", { name, arguments: args })) as ToolAnswer),
    async end() {
      if (era === "handshake") await send(address, agent, "DELETE", sessionHeaders);
      agent.destroy();
    },
    close: () => agent.destroy(),
  };
}

function modernHeaders(
  method: string,
  params: { readonly name?: string; readonly uri?: string },
): Readonly<Record<string, string>> {
  const name = params.name ?? params.uri;
  const base = { "mcp-protocol-version": modernVersion, "mcp-method": method };
  return name === undefined ? base : { ...base, "mcp-name": name };
}

async function shakeHands(address: URL, agent: Agent): Promise<Readonly<Record<string, string>>> {
  const opening = { jsonrpc: "2.0", id: 0, method: "initialize", params: initializeParams };
  const { sessionId } = await post(address, agent, {}, opening);
  const headers = {
    "mcp-protocol-version": initializeParams.protocolVersion,
    ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }),
  };
  await post(address, agent, headers, { jsonrpc: "2.0", method: "notifications/initialized" });
  return headers;
}

interface Reply {
  readonly body: string;
  readonly sessionId: string | undefined;
}

/** Posts one JSON message over an agent's connection; throws a status of 300 or above. */
export function post(
  address: URL,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  message: object,
): Promise<Reply> {
  const accept = "application/json, text/event-stream";
  const sent = { "content-type": "application/json", accept, ...headers };
  return send(address, agent, "POST", sent, JSON.stringify(message));
}

function send(
  address: URL,
  agent: Agent,
  method: "POST" | "DELETE",
  headers: Readonly<Record<string, string>>,
  text = "",
): Promise<Reply> {
  const payload = Buffer.from(text);
  const options = { agent, method, headers: { "content-length": payload.length, ...headers } };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(address, options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.once("error", reject);
      response.once("end", () => {
        const status = response.statusCode ?? 0;
        if (status >= 300) reject(new HttpRefusal(status, body));
        else resolve({ body, sessionId: response.headers["mcp-session-id"]?.toString() });
      });
    });
    outgoing.once("error", reject);
    outgoing.once("timeout", () => outgoing.destroy(new Error(`no answer in ${longestAnswerMs} ms`)));
    outgoing.end(payload);
  });
}

function readResult(body: string): unknown {
  const json = body.startsWith("{") ? body : lastEventData(body);
  const message = JSON.parse(json) as {
    readonly result?: unknown;
    readonly error?: { readonly message: string };
  };
  if (message.error) throw new Error(message.error.message);
  return message.result;
}

function lastEventData(stream: string): string {
  const lines = stream.split("\n").filter((line) => line.startsWith("data: {"));
  return lines.at(-1)?.slice("data: ".length) ?? "null";
}
