import type { AuthInfo, McpServerFactory } from "@modelcontextprotocol/server";
import type { Peers, SessionFacts } from "../../store/peers.ts";
import { ToolServer } from "../direct-call.ts";
import { joinDeployment } from "./deployment.ts";
import { errorResponse } from "./error-response.ts";
import { createEventLog } from "./event-log.ts";
import { createSessionCalls } from "./session-calls.ts";
import { SessionTransport } from "./session-transport.ts";
import { type SharedSession, shareSession } from "./shared-session.ts";

/** One HTTP request: its parsed body (POST only) and who sent it. */
export interface HttpExchange {
  readonly request: Request;
  readonly json?: unknown;
  readonly authInfo?: AuthInfo | undefined;
}

export interface SessionOptions {
  readonly factory: McpServerFactory;
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly jsonOnly: boolean;
  readonly ownerOf: (authInfo: AuthInfo | undefined) => string | undefined;
  readonly onError: (error: Error) => void;
  /** The other servers that may serve the same sessions. */
  readonly peers?: Peers | undefined;
}

/** The sessions of handshake-era clients. Each has its own server. */
export interface LegacySessions {
  /** Answers `initialize` with a new session; 503 when every session is busy. */
  open(exchange: HttpExchange): Promise<Response>;
  /** Answers within a session; 404 when it is unknown or owned by another principal, so that the client starts over. */
  serve(sessionId: string, exchange: HttpExchange): Promise<Response>;
  has(sessionId: string): Promise<boolean>;
  close(): Promise<void>;
  readonly size: number;
}

interface Session {
  readonly transport: SessionTransport;
  readonly owner: string | undefined;
  readonly end: () => Promise<void>;
  readonly shared: SharedSession | undefined;
}

const RETRY_AFTER_SECONDS = 5;
const RECONNECT_MS = 1000;
/** A deployment remembers this many times the sessions that one server may hold. */
const REMEMBERED_PER_HELD = 100;

/**
 * Keeps sessions in memory, limited in number and idle time; the least recently used idle session makes room for a new
 * one. With peers, a session that another server opened is revived when its client comes here.
 */
export function createLegacySessions(options: SessionOptions): LegacySessions {
  const { peers, idleMs, onError } = options;
  const sessions = new Map<string, Session>();
  const reviving = new Map<string, Promise<Session | undefined>>();
  const deployment =
    peers &&
    joinDeployment(peers, {
      find: (id) => sessions.get(id)?.shared,
      end: (id) => void endIfHere(id),
      onError,
    });
  /** A session's use is shared at most this often. */
  const shareUseMs = Math.min(idleMs / 10, 60_000);
  let opening = 0;
  let lives = 0;
  let closed = false;
  const sweep = setInterval(
    () => {
      endIdle();
      if (peers) tidy(peers).catch(onError);
    },
    Math.min(Math.max(idleMs / 4, 1), 60_000),
  );
  sweep.unref();

  function end(id: string, session: Session): Promise<void> {
    sessions.delete(id);
    return session.end().catch(onError);
  }

  async function endIfHere(id: string): Promise<void> {
    const session = sessions.get(id);
    if (session) await end(id, session);
  }

  async function endAll(): Promise<void> {
    await Promise.all([...sessions].map(([id, session]) => end(id, session)));
  }

  function endIdle(): void {
    const idleSince = performance.now() - idleMs;
    for (const [id, session] of sessions) {
      if (!session.transport.busy && session.transport.lastUsed <= idleSince) void end(id, session);
    }
  }

  async function tidy(others: Peers): Promise<void> {
    const busy = [...sessions].filter(([, { transport }]) => transport.busy);
    if (busy.length > 0) await others.use(busy.map(([id]) => id));
    await others.tidy({ idleMs, maxSessions: options.maxSessions * REMEMBERED_PER_HELD });
  }

  function makeRoom(): boolean {
    if (sessions.size + opening < options.maxSessions) return true;
    const idle = [...sessions].filter(([, { transport }]) => !transport.busy);
    const oldest = idle.toSorted(([, a], [, b]) => a.transport.lastUsed - b.transport.lastUsed)[0];
    if (oldest !== undefined) void end(...oldest);
    return oldest !== undefined;
  }

  /** Makes room and runs `work`; undefined when every session is busy. */
  async function withRoom<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!makeRoom()) return undefined;
    opening += 1;
    try {
      return await work();
    } finally {
      opening -= 1;
      if (closed) await endAll();
    }
  }

  async function create(exchange: HttpExchange, newId: () => string, query: string): Promise<Session> {
    const { request, authInfo } = exchange;
    const owner = options.ownerOf(authInfo);
    const requestInfo = withQuery(request, query);
    const server = await options.factory({ era: "legacy", requestInfo, authInfo });
    lives += 1;
    const origin = peers && { server: peers.self, life: String(lives) };
    const events = createEventLog(undefined, origin);
    const transport = new SessionTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: deployment?.forget,
      eventStore: events,
      retryInterval: RECONNECT_MS,
      enableJsonResponse: options.jsonOnly,
    });
    transport.onclose = () => {
      const id = transport.sessionId ?? "";
      if (sessions.get(id) === session) sessions.delete(id);
    };
    transport.onmessage = (message) => transport.onReceived(message);
    await server.connect(transport);
    // With peers, messages to and from the client are changed on their way.
    if (!peers && server instanceof ToolServer)
      transport.calls = createSessionCalls(server, () => transport.sessionId);
    const shared =
      peers && deployment && origin
        ? shareSession({
            transport,
            origin,
            events,
            opened: { owner, query },
            authInfo,
            peers,
            peerMessages: deployment.peerMessages,
            onError,
          })
        : undefined;
    const end = () => {
      transport.calls?.abortAll();
      return server.close();
    };
    const session: Session = { transport, owner, end, shared };
    return session;
  }

  async function start(exchange: HttpExchange): Promise<Response> {
    const { request, json, authInfo } = exchange;
    const session = await create(exchange, () => crypto.randomUUID(), new URL(request.url).search);
    const response = await session.transport.handleRequest(request, { parsedBody: json, authInfo });
    if (session.transport.sessionId === undefined) await session.end();
    return response;
  }

  /** Recreates a session of another server; undefined when every session here is busy. */
  function revive(sessionId: string, facts: SessionFacts, exchange: HttpExchange) {
    const known = reviving.get(sessionId);
    if (known) return known;
    const revived = withRoom(async () => {
      const session = await create(exchange, () => sessionId, facts.query);
      try {
        await session.shared?.revive(facts);
      } catch (error) {
        await session.end();
        throw error;
      }
      return session;
    }).finally(() => reviving.delete(sessionId));
    reviving.set(sessionId, revived);
    return revived;
  }

  /** The caller's session, here and up to date, or the response that refuses it. */
  async function find(sessionId: string, exchange: HttpExchange): Promise<Session | Response> {
    const owner = options.ownerOf(exchange.authInfo);
    if (!peers) {
      const session = sessions.get(sessionId);
      return session !== undefined && session.owner === owner ? session : unknown();
    }
    const facts = await peers.recall(sessionId);
    if (!facts || facts.restedMs > idleMs) {
      await endIfHere(sessionId);
      return unknown();
    }
    if (facts.owner !== owner) return unknown();
    if (facts.restedMs > shareUseMs) peers.use([sessionId]).catch(onError);
    // A session that is being revived is already in the map, but not complete.
    const isHere = sessions.has(sessionId) && !reviving.has(sessionId);
    const session = isHere ? sessions.get(sessionId) : await revive(sessionId, facts, exchange);
    if (!session) return full();
    await session.shared?.state.catchUp(facts);
    return session;
  }

  return {
    async open(exchange) {
      return (await withRoom(() => start(exchange))) ?? full();
    },
    async serve(sessionId, exchange) {
      const session = await find(sessionId, exchange);
      if (session instanceof Response) return session;
      const { request, json, authInfo } = exchange;
      const { transport, shared } = session;
      if (shared) shared.authInfo = authInfo;
      const release = transport.hold();
      let response: Response | undefined;
      try {
        response =
          request.method === "GET" && shared && deployment
            ? await deployment.listen(shared, request)
            : ((await transport.calls?.answer(exchange)) ??
              (await transport.handleRequest(request, { parsedBody: json, authInfo })));
        await shared?.settled();
        return request.method === "GET" && response.body ? onBodyEnd(response, release) : response;
      } finally {
        if (request.method !== "GET" || !response?.body) release();
      }
    },
    has: async (sessionId) => sessions.has(sessionId) || (await peers?.recall(sessionId)) !== undefined,
    async close() {
      closed = true;
      clearInterval(sweep);
      deployment?.leave();
      await endAll();
    },
    get size() {
      return sessions.size;
    },
  };
}

const unknown = (): Response =>
  errorResponse(404, -32001, "Session not found. Send initialize without a session id to start one.");

const full = (): Response =>
  errorResponse(503, -32000, "Every session is busy. Try again in a few seconds.", {
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });

/** The request with the query that its session was opened with. */
function withQuery(request: Request, query: string): Request {
  const url = new URL(request.url);
  if (url.search === query) return request;
  url.search = query;
  return new Request(url, { method: request.method, headers: request.headers });
}

/** The same response; calls back once its body has been read or cancelled. */
function onBodyEnd(response: Response, callback: () => void): Response {
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
      callback();
    },
    async cancel(reason) {
      callback();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
