import { AsyncLocalStorage } from "node:async_hooks";
import {
  type AuthInfo,
  createMcpHandler,
  INTERNAL_ERROR,
  isLegacyRequest,
  type McpServerFactory,
  type PerRequestResponseMode,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { Failure, failures } from "../../ledger/index.ts";
import type { Peers } from "../../store/peers.ts";
import type { ToolServer } from "../direct-call.ts";
import { errorResponse, requestIdOf } from "./error-response.ts";
import { readBody } from "./read-body.ts";
import { isPlainCall } from "./session-calls.ts";
import { createLegacySessions, type HttpExchange } from "./sessions.ts";
import { createStatelessHandler } from "./stateless.ts";
import { createStatelessCalls } from "./stateless-calls.ts";

export interface HttpEndpointOptions {
  /** Makes the server of one 2026-07-28 request or of one handshake-era session. It must be cheap. */
  readonly factory: McpServerFactory;
  /**
   * The server of a request's plain tool calls in the 2026-07-28 revision, shared by all requests. Without it, the SDK
   * answers them.
   */
  readonly plainServer?: (request: Request) => ToolServer;
  /** Publishes change events to the `subscriptions/listen` streams of a principal (2026-07-28 revision). */
  readonly bus?: (authInfo: AuthInfo | undefined) => ServerEventBus;
  /** Resolves when listeners of the bus can no longer miss a change. */
  readonly ready?: () => Promise<void>;
  readonly onError?: (error: Error) => void;
  /** The largest request body; 4 MiB by default. */
  readonly maxBodyBytes?: number;
  /** The most handshake-era sessions at a time; 1,000 by default. */
  readonly maxSessions?: number;
  /** How long a session lives without a request or a listener; 30 minutes by default. */
  readonly idleMs?: number;
  readonly responseMode?: PerRequestResponseMode;
  /** The owner of a session, the only principal that may use it; the client id by default. */
  readonly ownerOf?: (authInfo: AuthInfo | undefined) => string | undefined;
  /** The other servers behind the same address. */
  readonly peers?: Peers | undefined;
}

export interface FetchOptions {
  readonly authInfo?: AuthInfo;
  /** Checks the messages of a POST before they are handled; a response refuses them. */
  readonly admit?: (json: unknown) => Response | undefined | Promise<Response | undefined>;
}

/** The MCP endpoint as a web-standard handler. Host, Origin and tokens are checked before it. */
export interface HttpEndpoint {
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  close(): Promise<void>;
  /** The number of open handshake-era sessions. */
  readonly sessionCount: number;
}

/** Serves both eras of MCP at one URL: 2026-07-28 per request, the handshake revisions in sessions. */
export function createHttpEndpoint(options: HttpEndpointOptions): HttpEndpoint {
  const { factory, bus, responseMode, onError = () => {}, maxBodyBytes = 4 << 20 } = options;
  // The SDK has one bus for all listeners and subscribes while it handles a request, so the caller is passed implicitly.
  const caller = new AsyncLocalStorage<AuthInfo | undefined>();
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    onerror: onError,
    bus: bus && { publish() {}, subscribe: (listener) => bus(caller.getStore()).subscribe(listener) },
    responseMode,
  });
  const sessions = createLegacySessions({
    factory,
    onError,
    maxSessions: options.maxSessions ?? 1000,
    idleMs: options.idleMs ?? 30 * 60_000,
    jsonOnly: responseMode === "json",
    ownerOf: options.ownerOf ?? ((authInfo) => authInfo?.clientId),
    peers: options.peers,
  });
  const stateless = createStatelessHandler(factory, onError);
  const plain = options.plainServer && createStatelessCalls(options.plainServer);
  let closed = false;

  async function route(exchange: HttpExchange): Promise<Response> {
    const { request, json, authInfo } = exchange;
    const isPost = request.method === "POST";
    const sessionId = request.headers.get("mcp-session-id");
    // Most requests are calls in a session, which need no further look at their era.
    if (sessionId && isPlainCall(request, json)) return sessions.serve(sessionId, exchange);
    const answered = isPost && !sessionId ? plain?.answer(exchange) : undefined;
    if (answered) return answered;
    if (isPost && !(await isLegacyRequest(request, json))) {
      const answer = await caller.run(authInfo, () => modern.fetch(request, { parsedBody: json, authInfo }));
      if ((json as { method?: unknown } | null)?.method === "subscriptions/listen") await options.ready?.();
      return answer;
    }
    // A client that initializes with the id of an ended session starts over.
    if (isInitialize(json) && !(sessionId && (await sessions.has(sessionId)))) return sessions.open(exchange);
    if (sessionId && (isPost || request.method === "GET" || request.method === "DELETE"))
      return sessions.serve(sessionId, exchange);
    if (isPost) return stateless(exchange);
    const message = "Method not allowed: POST a JSON-RPC message; GET and DELETE need an Mcp-Session-Id.";
    return errorResponse(405, -32000, message, { headers: { Allow: "POST" } });
  }

  return {
    async fetch(request, { authInfo, admit } = {}) {
      if (closed)
        return errorResponse(503, -32000, "The server is closing.", { headers: { "Retry-After": "5" } });
      const body = request.method === "POST" ? await readBody(request, maxBodyBytes) : {};
      if (body instanceof Response) return body;
      const refused = "json" in body ? await admit?.(body.json) : undefined;
      if (refused) return refused;
      const exchange: HttpExchange = { request, authInfo, ...body };
      try {
        return await route(exchange);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        const id = requestIdOf(exchange.json);
        if (!(error instanceof Failure)) return errorResponse(500, INTERNAL_ERROR, "Internal error", { id });
        const { status, retry } = failures[(error as Failure).code];
        const headers = retry ? { "Retry-After": "5" } : undefined;
        return errorResponse(status, -32000, error.message, { id, headers });
      }
    },
    async close() {
      closed = true;
      plain?.close();
      await Promise.all([modern.close(), sessions.close()]);
    },
    get sessionCount() {
      return sessions.size;
    },
  };
}

function isInitialize(json: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(json) ? json : [json];
  return messages.some((message) => (message as { method?: unknown } | null)?.method === "initialize");
}
