import type { AuthInfo, McpServerFactory } from "@modelcontextprotocol/server";
import type { Peers, SessionFacts } from "../store/peers.ts";
import { joinDeployment } from "./http-deployment.ts";
import { createEventLog } from "./http-events.ts";
import { refusal } from "./http-refusal.ts";
import { releasedAtEnd } from "./http-released.ts";
import { SessionTransport } from "./http-session-transport.ts";
import { type SharedSession, shareSession } from "./http-shared-session.ts";

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
  /** The other servers that may serve the same sessions; absent where there are none. */
  readonly peers?: Peers | undefined;
}

/** The sessions of handshake-era clients, each with a server of its own. */
export interface LegacySessions {
  /** Answers `initialize` with a new session; 503 when every session is busy. */
  open(exchange: HttpExchange): Promise<Response>;
  /** Answers within a session; 404 when it is unknown or another principal's, so that the client starts anew. */
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

const retryAfterSeconds = 5;
const reconnectMs = 1000;
/** So many sessions are remembered by all servers together for each that one of them may hold. */
const rememberedPerHeld = 100;

/**
 * Keeps sessions in memory, bounded in number and rest; the least recently used idle one makes room. With other
 * servers, a session that they know is revived when its client comes here.
 */
export function createLegacySessions(rules: SessionRules): LegacySessions {
  const { peers, idleMs, onError } = rules;
  const sessions = new Map<string, Session>();
  const reviving = new Map<string, Promise<Session | undefined>>();
  const deployment =
    peers &&
    joinDeployment(peers, {
      find: (id) => sessions.get(id)?.shared,
      end: (id) => void endIfHere(id),
      onError,
    });
  const restNoted = Math.min(idleMs / 10, 60_000);
  let opening = 0;
  let lives = 0;
  let closed = false;
  const sweep = setInterval(
    () => {
      endRested();
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

  function endRested(): void {
    const restedSince = performance.now() - idleMs;
    for (const [id, session] of sessions) {
      if (!session.transport.busy && session.transport.lastUsed <= restedSince) void end(id, session);
    }
  }

  async function tidy(others: Peers): Promise<void> {
    const busy = [...sessions].filter(([, { transport }]) => transport.busy);
    if (busy.length > 0) await others.use(busy.map(([id]) => id));
    await others.tidy({ idleMs, maxSessions: rules.maxSessions * rememberedPerHeld });
  }

  function makeRoom(): boolean {
    if (sessions.size + opening < rules.maxSessions) return true;
    const idle = [...sessions].filter(([, { transport }]) => !transport.busy);
    const oldest = idle.toSorted(([, a], [, b]) => a.transport.lastUsed - b.transport.lastUsed)[0];
    if (oldest !== undefined) void end(...oldest);
    return oldest !== undefined;
  }

  /** Makes room, then a session; undefined when every session is busy. */
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

  async function make(exchange: HttpExchange, newId: () => string, query: string): Promise<Session> {
    const { request, authInfo } = exchange;
    const owner = rules.ownerOf(authInfo);
    const requestInfo = atQuery(request, query);
    const server = await rules.factory({ era: "legacy", requestInfo, ...(authInfo && { authInfo }) });
    lives += 1;
    const origin = peers && { server: peers.self, life: String(lives) };
    const events = createEventLog(undefined, origin);
    const transport = new SessionTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => void sessions.set(id, session),
      ...(deployment && { onsessionclosed: deployment.forget }),
      eventStore: events,
      retryInterval: reconnectMs,
      enableJsonResponse: rules.jsonOnly,
    });
    transport.onclose = () => {
      const id = transport.sessionId ?? "";
      if (sessions.get(id) === session) sessions.delete(id);
    };
    transport.onmessage = (message) => transport.watch(message);
    await server.connect(transport);
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
    const session: Session = { transport, owner, end: () => server.close(), shared };
    return session;
  }

  async function start(exchange: HttpExchange): Promise<Response> {
    const { request, json, authInfo } = exchange;
    const made = await make(exchange, () => crypto.randomUUID(), new URL(request.url).search);
    const response = await made.transport.handleRequest(request, {
      parsedBody: json,
      ...(authInfo && { authInfo }),
    });
    if (made.transport.sessionId === undefined) await made.end();
    return response;
  }

  /** The session as another server left it; undefined when every session here is busy. */
  function revive(sessionId: string, facts: SessionFacts, exchange: HttpExchange) {
    const known = reviving.get(sessionId);
    if (known) return known;
    const revived = withRoom(async () => {
      const made = await make(exchange, () => sessionId, facts.query);
      try {
        await made.shared?.revive(facts);
      } catch (error) {
        await made.end();
        throw error;
      }
      return made;
    }).finally(() => reviving.delete(sessionId));
    reviving.set(sessionId, revived);
    return revived;
  }

  /** The session for this caller, here and up to date, or the answer that refuses it. */
  async function find(sessionId: string, exchange: HttpExchange): Promise<Session | Response> {
    const owner = rules.ownerOf(exchange.authInfo);
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
    if (facts.restedMs > restNoted) peers.use([sessionId]).catch(onError);
    // One that is being revived stands here already, but does not know everything yet.
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
            : await transport.handleRequest(request, {
                ...(json !== undefined && { parsedBody: json }),
                ...(authInfo && { authInfo }),
              });
        await shared?.link.settled();
        return request.method === "GET" && response.body ? releasedAtEnd(response, release) : response;
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
  refusal(404, -32001, "Session not found: send initialize, without a session id, to start one.");

const full = (): Response =>
  refusal(503, -32000, "Every session is busy; try again in a few seconds.", {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

/** The request with the query that its session was opened with. */
function atQuery(request: Request, query: string): Request {
  const url = new URL(request.url);
  if (url.search === query) return request;
  url.search = query;
  return new Request(url, { method: request.method, headers: request.headers });
}
