import { Agent, request as httpRequest } from "node:http";
import { initializeParams, refuseErrors, type ToolAnswer } from "./client.ts";

/** The two ways to speak over HTTP: every request complete in itself, or a session opened by a handshake. */
export type Era = "modern" | "handshake";

/** One HTTP client of the bench: a kept-alive connection that calls one tool. */
export interface HttpClient {
  call(name: string, args: object): Promise<ToolAnswer>;
  close(): void;
}

const modernVersion = "2026-07-28";

const envelope = {
  "io.modelcontextprotocol/protocolVersion": modernVersion,
  "io.modelcontextprotocol/clientInfo": initializeParams.clientInfo,
  "io.modelcontextprotocol/clientCapabilities": {},
} as const;

/** Opens a client of either era on a server's `/mcp` address. */
export async function openHttpClient(address: URL, era: Era): Promise<HttpClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sessionHeaders = era === "modern" ? {} : await shakeHands(address, agent);
  let lastId = 0;
  return {
    async call(name, args) {
      lastId += 1;
      const params = { name, arguments: args, ...(era === "modern" ? { _meta: envelope } : {}) };
      const message = { jsonrpc: "2.0", id: lastId, method: "tools/call", params };
      const headers = era === "modern" ? modernHeaders("tools/call", name) : sessionHeaders;
      const { body } = await post(address, agent, headers, message);
      return refuseErrors(readResult(body) as ToolAnswer);
    },
    close: () => agent.destroy(),
  };
}

function modernHeaders(method: string, name: string): Readonly<Record<string, string>> {
  return { "mcp-protocol-version": modernVersion, "mcp-method": method, "mcp-name": name };
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

/** Posts one JSON message over an agent's connection; a status from 300 on is thrown. */
export function post(
  address: URL,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  message: object,
): Promise<Reply> {
  const payload = Buffer.from(JSON.stringify(message));
  const options = {
    agent,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "content-length": payload.length,
      ...headers,
    },
  };
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
        if (status >= 300) reject(new Error(`HTTP ${status}: ${body.slice(0, 200)}`));
        else resolve({ body, sessionId: response.headers["mcp-session-id"]?.toString() });
      });
    });
    outgoing.once("error", reject);
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
