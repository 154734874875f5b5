import {
  type AuthInfo,
  type JSONRPCMessage,
  type McpServerFactory,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createEventLog } from "./http-events.ts";
import { refusal } from "./http-refusal.ts";

/** One HTTP request: its parsed body (POST only) and who sent it. */
export interface HttpExchange {
  readonly request: Request;
  readonly json?: unknown;
  readonly authInfo?: AuthInfo | undefined;
}

/** How many sessions there may be, how long one may rest, and who owns one. */
export interface SessionRules {
  readonly factory: McpServerFactory;
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly jsonOnly: boolean;
  readonly ownerOf: (authInfo: AuthInfo | undefined) => string | undefined;
  readonly onError: (error: Error) => void;
}

/** The sessions of handshake-era clients, each with a server of its own. */
export interface LegacySessions {
  /** Answers `initialize` with a new session; 503 when every session is busy. */
  open(exchange: HttpExchange): Promise<Response>;
  /** Answers within a session; 404 when it is unknown or another principal's, so that the client starts anew. */
  serve(sessionId: string, exchange: HttpExchange): Promise<Response>;
  has(sessionId: string): boolean;
  close(): Promise<void>;
  readonly size: number;
}

interface Session {
  readonly transport: SessionTransport;
  readonly owner: string | undefined;
  readonly end: () => Promise<void>;
}

const retryAfterSeconds = 5;
const reconnectMs = 1000;

/** Keeps sessions in memory, bounded in number and rest; the least recently used idle one makes room. */
export function createLegacySessions(rules: SessionRules): LegacySessions {
  const sessions = new Map<string, Session>();
  let opening = 0;
  let closed = false;
  const sweep = setInterval(endRested, Math.min(Math.max(rules.idleMs / 4, 1), 60_000));
  sweep.unref();

  function end(id: string, session: Session): Promise<void> {
    sessions.delete(id);
    return session.end().catch(rules.onError);
  }

  async function endAll(): Promise<void> {
    await Promise.all([...sessions].map(([id, session]) => end(id, session)));
  }

  function endRested(): void {
    const restedSince = performance.now() - rules.idleMs;
    for (const [id, session] of sessions) {
      if (!session.transport.busy && session.transport.lastUsed <= restedSince) void end(id, session);
    }
  }

  function makeRoom(): boolean {
    if (sessions.size + opening < rules.maxSessions) return true;
    const idle = [...sessions].filter(([, { transport }]) => !transport.busy);
    const oldest = idle.toSorted(([, a], [, b]) => a.transport.lastUsed - b.transport.lastUsed)[0];
    if (oldest !== undefined) void end(...oldest);
    return oldest !== undefined;
  }

  async function start(exchange: HttpExchange): Promise<Response> {
    const { request, json, authInfo } = exchange;
    const server = await rules.factory({
      era: "legacy",
      requestInfo: request,
      ...(authInfo && { authInfo }),
    });
    const transport = new SessionTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, owner: rules.ownerOf(authInfo), end: () => server.close() });
      },
      eventStore: createEventLog(),
      retryInterval: reconnectMs,
      enableJsonResponse: rules.jsonOnly,
    });
    transport.onclose = () => void sessions.delete(transport.sessionId ?? "");
    transport.onmessage = (message) => transport.watch(message);
    await server.connect(transport);
    const response = await transport.handleRequest(request, {
      parsedBody: json,
      ...(authInfo && { authInfo }),
    });
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  return {
    async open(exchange) {
      if (!makeRoom()) {
        return refusal(503, -32000, "Every session is busy; try again in a few seconds.", {
          headers: { "Retry-After": String(retryAfterSeconds) },
        });
      }
      opening += 1;
      try {
        return await start(exchange);
      } finally {
        opening -= 1;
        if (closed) await endAll();
      }
    },
    async serve(sessionId, { request, json, authInfo }) {
      const session = sessions.get(sessionId);
      if (session === undefined || session.owner !== rules.ownerOf(authInfo)) {
        return refusal(
          404,
          -32001,
          "Session not found: send initialize, without a session id, to start one.",
        );
      }
      const release = session.transport.hold();
      let response: Response | undefined;
      try {
        response = await session.transport.handleRequest(request, {
          ...(json !== undefined && { parsedBody: json }),
          ...(authInfo && { authInfo }),
        });
        return request.method === "GET" && response.body ? releasedAtEnd(response, release) : response;
      } finally {
        if (request.method !== "GET" || !response?.body) release();
      }
    },
    has: (sessionId) => sessions.has(sessionId),
    async close() {
      closed = true;
      clearInterval(sweep);
      await endAll();
    },
    get size() {
      return sessions.size;
    },
  };
}

/** The SDK's transport, watched: it is busy while a request has no answer yet or a client listens. */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #unanswered = new Set<RequestId>();
  #holds = 0;
  lastUsed = performance.now();

  get busy(): boolean {
    return this.#unanswered.size > 0 || this.#holds > 0;
  }

  /** Keeps the session busy until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    this.lastUsed = performance.now();
    let held = true;
    return () => {
      if (held) this.#holds -= 1;
      held = false;
      this.lastUsed = performance.now();
    };
  }

  watch(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#unanswered.add(message.id);
    // A cancelled request is never answered.
    else if (message.method === "notifications/cancelled") {
      this.#unanswered.delete(message.params?.requestId as RequestId);
    }
  }

  override async send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    try {
      await super.send(message, options);
    } finally {
      if (!("method" in message) && message.id !== undefined) this.#unanswered.delete(message.id);
      this.lastUsed = performance.now();
    }
  }
}

function releasedAtEnd(response: Response, release: () => void): Response {
  const reader = response.body!.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      release();
    },
    async cancel(reason) {
      release();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
