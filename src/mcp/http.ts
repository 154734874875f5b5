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
import { Failure, failures } from "../ledger/index.ts";
import type { Peers } from "../store/peers.ts";
import { readBody } from "./http-body.ts";
import { refusal, refusedId } from "./http-refusal.ts";
import { createLegacySessions, type HttpExchange } from "./http-sessions.ts";
import { createStatelessLeg } from "./http-stateless.ts";

/** What an HTTP endpoint serves, and its bounds. */
export interface HttpEndpointOptions {
  /** Makes the server of one 2026-07-28 request or of one handshake-era session; it must be cheap. */
  readonly factory: McpServerFactory;
  /** What carries change events to a `subscriptions/listen` stream of the 2026-07-28 revision, by who listens. */
  readonly bus?: (authInfo: AuthInfo | undefined) => ServerEventBus;
  /** Resolves when nothing is missed by those who have begun to listen to the bus. */
  readonly ready?: () => Promise<void>;
  readonly onError?: (error: Error) => void;
  /** The largest request body; 4 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** The most handshake-era sessions at a time; 1,000 unless given. */
  readonly maxSessions?: number;
  /** How long a session may rest without a request or a listener; 30 minutes unless given. */
  readonly idleMs?: number;
  readonly responseMode?: PerRequestResponseMode;
  /** Whose a session is: only the principal that opened one may use it. The client id unless given. */
  readonly ownerOf?: (authInfo: AuthInfo | undefined) => string | undefined;
  /** The other servers behind the same address; absent where there are none. */
  readonly peers?: Peers | undefined;
}

/** What is known of one request before it is read. */
export interface FetchOptions {
  readonly authInfo?: AuthInfo;
  /** Looks at the messages of a POST before anything is done with them; an answer refuses them. */
  readonly admit?: (json: unknown) => Response | undefined | Promise<Response | undefined>;
}

/** The MCP endpoint as a web-standard handler; Host, Origin and tokens are checked before it. */
export interface HttpEndpoint {
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  close(): Promise<void>;
  /** The number of open handshake-era sessions. */
  readonly sessionCount: number;
}

/** Serves both eras of MCP at one URL: 2026-07-28 per request, the handshake revisions in sessions. */
export function createHttpEndpoint(options: HttpEndpointOptions): HttpEndpoint {
  const { factory, bus, responseMode, onError = () => {}, maxBodyBytes = 4 << 20 } = options;
  // The SDK has one bus for all and does not tell it who listens; it subscribes while it answers the request.
  const asking = new AsyncLocalStorage<AuthInfo | undefined>();
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    onerror: onError,
    ...(bus && {
      bus: { publish() {}, subscribe: (listener) => bus(asking.getStore()).subscribe(listener) },
    }),
    ...(responseMode && { responseMode }),
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
  const stateless = createStatelessLeg(factory, onError);
  let closed = false;

  async function route(exchange: HttpExchange): Promise<Response> {
    const { request, json, authInfo } = exchange;
    const posted = request.method === "POST";
    if (posted && !(await isLegacyRequest(request, json))) {
      const answer = await asking.run(authInfo, () =>
        modern.fetch(request, { parsedBody: json, ...(authInfo && { authInfo }) }),
      );
      if ((json as { method?: unknown } | null)?.method === "subscriptions/listen") await options.ready?.();
      return answer;
    }
    const sessionId = request.headers.get("mcp-session-id");
    // An initialize with a session id that is gone comes from a client that starts anew.
    if (asksToInitialize(json) && !(sessionId && (await sessions.has(sessionId)))) {
      return sessions.open(exchange);
    }
    if (sessionId && (posted || request.method === "GET" || request.method === "DELETE")) {
      return sessions.serve(sessionId, exchange);
    }
    if (posted) return stateless(exchange);
    const message = "Method not allowed: POST a JSON-RPC message; GET and DELETE need an Mcp-Session-Id.";
    return refusal(405, -32000, message, { headers: { Allow: "POST" } });
  }

  return {
    async fetch(request, { authInfo, admit } = {}) {
      if (closed) return refusal(503, -32000, "The server is closing.", { headers: { "Retry-After": "5" } });
      const body = request.method === "POST" ? await readBody(request, maxBodyBytes) : {};
      if (body instanceof Response) return body;
      const refused = "json" in body ? await admit?.(body.json) : undefined;
      if (refused) return refused;
      const exchange: HttpExchange = { request, authInfo, ...body };
      try {
        return await route(exchange);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        const id = refusedId(exchange.json);
        if (!(error instanceof Failure)) return refusal(500, INTERNAL_ERROR, "Internal error", { id });
        const { status, retry } = failures[(error as Failure).code];
        return refusal(status, -32000, error.message, {
          id,
          ...(retry && { headers: { "Retry-After": "5" } }),
        });
      }
    },
    async close() {
      closed = true;
      await Promise.all([modern.close(), sessions.close()]);
    },
    get sessionCount() {
      return sessions.size;
    },
  };
}

function asksToInitialize(json: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(json) ? json : [json];
  return messages.some((message) => (message as { method?: unknown } | null)?.method === "initialize");
}
