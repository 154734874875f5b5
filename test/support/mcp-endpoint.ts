import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  type AuthInfo,
  acceptedContent,
  inputRequired,
  McpServer,
  type McpServerFactory,
} from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import * as z from "zod";
import {
  createHttpEndpoint,
  type HttpEndpoint,
  type HttpEndpointOptions,
} from "../../src/mcp/http/endpoint.ts";

const url = "http://127.0.0.1/mcp";

/** A call that a test must finish; its signal shows whether it was cancelled. */
export interface WaitingCall {
  readonly signal: AbortSignal;
  readonly finish: () => void;
}

/** An endpoint over a real server whose tools return their context, wait to be finished, or ask the user. */
export function openEndpoint(options: Partial<HttpEndpointOptions> = {}) {
  let closedServers = 0;
  const calls: WaitingCall[] = [];
  const factory: McpServerFactory = () => {
    const server = new McpServer(
      { name: "test", version: "0.0.0" },
      { capabilities: { tools: {}, resources: { subscribe: true } } },
    );
    server.server.onclose = () => {
      closedServers += 1;
    };
    addTools(server, (call) => calls.push(call));
    return server;
  };
  const endpoint = createHttpEndpoint({ factory, ...options });
  onTestFinished(() => endpoint.close());
  return { endpoint, calls, closed: () => closedServers };
}

/** The tools of an endpoint for tests. */
export function addTools(server: McpServer, waits: (call: WaitingCall) => void): void {
  server.registerTool("look", { description: "Returns its context." }, ({ http, sessionId = null }) => {
    const workflow = http?.req?.headers.get("x-workflow-id") ?? null;
    const principal = http?.authInfo?.clientId ?? null;
    return { content: [{ type: "text", text: JSON.stringify({ workflow, principal, sessionId }) }] };
  });
  server.registerTool("wait", { description: "Waits to be finished." }, async ({ mcpReq: { signal } }) => {
    await new Promise<void>((finish) => waits({ signal, finish }));
    return { content: [{ type: "text", text: "done" }] };
  });
  const form = z.object({ name: z.string() });
  server.registerTool("greet", { description: "Asks for a name." }, ({ mcpReq: { inputResponses } }) => {
    const answer = acceptedContent(inputResponses, "who", form);
    if (answer) return { content: [{ type: "text", text: `Hello, ${answer.name}` }] };
    const who = inputRequired.elicit({ message: "Who are you?", requestedSchema: form });
    return inputRequired({ inputRequests: { who } });
  });
}

/** A real client of either era whose user is called Ann. */
export async function connectClient(endpoint: HttpEndpoint, mode: "auto" | "legacy", authInfo?: AuthInfo) {
  const client = new Client(
    { name: "test", version: "0.0.0" },
    { versionNegotiation: { mode }, capabilities: { elicitation: {} } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ann" } }));
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (target, init) => endpoint.fetch(new Request(target, init), authInfo ? { authInfo } : {}),
    requestInit: { headers: { "x-workflow-id": "w-1" } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** A JSON-RPC request with the id 1. */
export function rpc(method: string, params: Record<string, unknown> = {}, id: string | number = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

/** The handshake of the 2025-11-25 revision. */
export function initialize() {
  const clientInfo = { name: "test", version: "0.0.0" };
  return rpc("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
}

/** A POST of a JSON value, with the headers a handshake-era client sends. */
export function post(json: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(json),
    ...(signal && { signal }),
  });
}

/** A request of the 2026-07-28 revision. */
export function modernRequest(
  method: string,
  params: Record<string, unknown>,
  signal?: AbortSignal,
): Request {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof params.name === "string" && { "mcp-name": params.name }),
  };
  return post(rpc(method, { ...params, _meta }), headers, signal);
}

/** A tool call of the 2026-07-28 revision. */
export function modernCall(name: string, signal?: AbortSignal): Request {
  return modernRequest("tools/call", { name, arguments: {} }, signal);
}

/** A request without a body: a GET that listens, or a DELETE that ends a session. */
export function bare(method: "GET" | "DELETE" | "PUT", headers: Record<string, string> = {}): Request {
  return new Request(url, { method, headers: { accept: "text/event-stream", ...headers } });
}

/** Opens a session and returns its id. */
export async function startSession(endpoint: HttpEndpoint, authInfo?: AuthInfo): Promise<string> {
  const answer = await endpoint.fetch(post(initialize()), authInfo ? { authInfo } : {});
  await answer.text();
  return answer.headers.get("mcp-session-id") ?? "";
}

/** Uses a session once and returns the HTTP status. */
export async function useSession(endpoint: HttpEndpoint, sessionId: string): Promise<number> {
  const answer = await endpoint.fetch(post(rpc("ping"), { "mcp-session-id": sessionId }));
  await answer.text();
  return answer.status;
}

/** The JSON-RPC messages of an answer, whether it is a stream or one document. */
export async function messagesOf(answer: Response): Promise<Record<string, unknown>[]> {
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.includes("text/event-stream")) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (\{.*)$/gm)].map((match) => JSON.parse(match[1] ?? "null"));
}
