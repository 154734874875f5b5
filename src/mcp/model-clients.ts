import type { Server } from "@modelcontextprotocol/server";
import type { Principal } from "../ledger/principal.ts";
import { type Engine, samplingEngine } from "../llm/index.ts";

/** How many of a client's sessions are kept, the newest. */
const MAX_SESSIONS = 20;
const SAMPLING_MS = 60_000;

/** A connected client that lets servers use its model. */
export interface ModelClient {
  readonly model: Engine;
  readonly principal: Principal | undefined;
  /** The sessions in which it has recorded thoughts. */
  readonly sessionIds: ReadonlySet<string>;
  /** Aborts when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/** Receives each such client when it records its first thought. */
export type OnModelClient = (client: ModelClient) => void;

/**
 * Creates the function that notes in which session a client of the handshake era has recorded a thought. Only such a client
 * can be asked between its calls: one of the stateless era is asked within a call, which would delay the answer.
 */
export function trackModelClients(onClient: OnModelClient) {
  const known = new WeakMap<Server, Set<string>>();
  return (server: Server, principal: Principal | undefined, sessionId: string): void => {
    if (server.getClientCapabilities()?.sampling === undefined) return;
    let sessionIds = known.get(server);
    if (!sessionIds) {
      sessionIds = new Set();
      known.set(server, sessionIds);
      onClient({ model: modelOf(server), principal, sessionIds, disconnected: closeSignal(server) });
    }
    sessionIds.delete(sessionId);
    sessionIds.add(sessionId);
    const [oldest] = sessionIds;
    if (sessionIds.size > MAX_SESSIONS) sessionIds.delete(oldest!);
  };
}

/** The model of a client, asked on the connection itself and not on the stream of a call. */
function modelOf(server: Server): Engine {
  return samplingEngine(({ messages, ...request }, { signal }) =>
    server.createMessage({ ...request, messages: [...messages] }, { signal, timeout: SAMPLING_MS }),
  );
}

function closeSignal(server: Server): AbortSignal {
  const closing = new AbortController();
  const closed = server.onclose;
  server.onclose = () => {
    closing.abort();
    closed?.();
  };
  return closing.signal;
}
