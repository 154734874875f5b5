import {
  type AuthInfo,
  INTERNAL_ERROR,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server";
import { Failure } from "../../ledger/index.ts";
import type { OpenedSession, Peers, SessionFacts } from "../../store/peers.ts";
import type { EventLog } from "./event-log.ts";
import { isSameOrigin, markedId, type Origin, readMarkedId } from "./origin.ts";
import type { PeerMessages } from "./peer-messages.ts";
import { type HttpSessionState, repeatedHandshake, trackSessionState } from "./session-state.ts";
import type { SessionTransport } from "./session-transport.ts";

/** A session that other servers may serve too. */
export interface SharedSession {
  readonly transport: SessionTransport;
  readonly origin: Origin;
  readonly events: EventLog;
  readonly state: HttpSessionState;
  /** The credentials of the latest request; they always belong to the owner of the session. */
  authInfo: AuthInfo | undefined;
  /** Whether the client listens here, or did last. */
  isListener: boolean;
  /** Delivers a message that another server forwarded. */
  deliver(message: JSONRPCMessage): void;
  /** Replays the client's handshake and subscriptions to the server here. */
  revive(facts: SessionFacts): Promise<void>;
  /** Resolves when every message for another server has been sent. */
  settled(): Promise<void>;
}

/** The parts of a shared session. The transport is already connected to its server. */
export interface SharedSessionParts {
  readonly transport: SessionTransport;
  readonly origin: Origin;
  readonly events: EventLog;
  readonly opened: Omit<OpenedSession, "hello">;
  readonly authInfo: AuthInfo | undefined;
  readonly peers: Peers;
  readonly peerMessages: PeerMessages;
  readonly onError: (error: Error) => void;
}

/**
 * Shares a session between servers. The ids of requests to the client carry the server that waits for the answer, so that
 * an answer arriving at another server can be forwarded.
 */
export function shareSession(parts: SharedSessionParts): SharedSession {
  const { transport, origin, events, opened, peers, peerMessages, onError } = parts;
  const state = trackSessionState({
    sessionId: () => transport.sessionId!,
    opened,
    peers,
    peerMessages,
    repeat,
  });
  const toServer = transport.onmessage!;
  let forwarding: Promise<unknown>[] = [];

  transport.onmessage = (message, extra) => {
    const ours = receive(message);
    if (ours) toServer(ours, extra);
  };
  transport.outward = async (message, relatedRequestId) => {
    if (!("method" in message)) return shareAnswer(message);
    const marked = markRequests(message, origin);
    if (relatedRequestId !== undefined || session.isListener) return marked;
    // Every server sees every change; only the one the client listens to notifies it.
    if (message.method === "notifications/resources/updated") return undefined;
    const { listener } = (await peers.recall(transport.sessionId!)) ?? {};
    if (listener === undefined || listener === peers.self) return marked;
    await peerMessages.send(listener, transport.sessionId!, { kind: "say", message: marked });
    return undefined;
  };

  function forward(server: string | undefined, message: JSONRPCMessage): undefined {
    forwarding.push(peerMessages.send(server, transport.sessionId!, { kind: "pass", message }));
  }

  /** The message for the server here; undefined when it was forwarded to another one. */
  function receive(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (cancelsElsewhere(message)) return forward(undefined, message);
    const { ours, server } = unmark(message);
    if (!ours) return server === origin.server ? undefined : forward(server, message);
    if ("method" in ours && "id" in ours) state.onRequest(ours);
    return ours;
  }

  /** Restores the original id of a message for this server, or names the server it is for. */
  function unmark(message: JSONRPCMessage): { ours?: JSONRPCMessage; server?: string } {
    const isProgress = "method" in message && message.method === "notifications/progress";
    if ("method" in message && !isProgress) return { ours: message };
    const marked = readMarkedId(
      isProgress ? message.params?.progressToken : (message as { id?: unknown }).id,
    );
    if (!marked) return { ours: message };
    if (!isSameOrigin(marked.origin, origin)) return { server: marked.origin.server };
    const id = Number(marked.id);
    return {
      ours: isProgress
        ? { ...message, params: { ...message.params, progressToken: id } }
        : ({ ...message, id } as JSONRPCMessage),
    };
  }

  const cancelsElsewhere = (message: JSONRPCMessage): boolean =>
    "method" in message &&
    message.method === "notifications/cancelled" &&
    !transport.isAnswering(message.params?.requestId);

  /** Shares what an answer changed before the client gets it; an error if that fails. */
  async function shareAnswer(message: Extract<JSONRPCMessage, { id?: RequestId | undefined }>) {
    try {
      await state.onAnswer(message);
      return message;
    } catch (error) {
      onError(error as Error);
      const reason = error instanceof Failure ? error.message : "Internal error";
      const rpcError = { code: INTERNAL_ERROR, message: reason };
      return { jsonrpc: "2.0", id: message.id!, error: rpcError } satisfies JSONRPCMessage;
    }
  }

  async function repeat(messages: readonly JSONRPCMessage[]): Promise<void> {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(transport.sessionId !== undefined && { "mcp-session-id": transport.sessionId }),
    };
    const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers });
    const { authInfo } = session;
    const response = await transport.handleRequest(request, { parsedBody: messages, authInfo });
    await response.text();
  }

  const session: SharedSession = {
    transport,
    origin,
    events,
    state,
    authInfo: parts.authInfo,
    isListener: false,
    deliver(message) {
      const ours = cancelsElsewhere(message) ? undefined : unmark(message).ours;
      if (ours) toServer(ours);
    },
    async revive(facts) {
      for (const message of repeatedHandshake(facts.hello)) await repeat([message]);
      await state.catchUp(facts);
    },
    async settled() {
      const sent = forwarding;
      forwarding = [];
      await Promise.all(sent);
    },
  };
  return session;
}

/** Marks the request ids and progress tokens of a message to the client with the server that waits for the answer. */
function markRequests(message: JSONRPCMessage, origin: Origin): JSONRPCMessage {
  if (!("method" in message)) return message;
  if (!("id" in message)) {
    if (message.method !== "notifications/cancelled") return message;
    const requestId = markedId(origin, message.params?.requestId as RequestId);
    return { ...message, params: { ...message.params, requestId } };
  }
  const id = markedId(origin, message.id);
  const token = message.params?._meta?.progressToken;
  if (token === undefined) return { ...message, id };
  const _meta = { ...message.params?._meta, progressToken: markedId(origin, token) };
  return { ...message, id, params: { ...message.params, _meta } };
}
