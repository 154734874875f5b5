import { INTERNAL_ERROR, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/server";
import { Failure } from "../ledger/index.ts";
import type { Peers } from "../store/peers.ts";
import { isSameOrigin, markedId, type Origin, readMarkedId } from "./http-origin.ts";
import type { HttpSessionState } from "./http-session-state.ts";
import type { Outward, SessionTransport } from "./http-session-transport.ts";
import type { PeerMessages } from "./peer-messages.ts";

/** Joins the messages of a session on one server to those of the same session on others. */
export interface SessionLink {
  /** What to do here with a message that the client sent here; undefined when it was for another server. */
  inward(message: JSONRPCMessage): JSONRPCMessage | undefined;
  /** What to do with one that another server passed on; undefined when it is not for this one. */
  passed(message: JSONRPCMessage): JSONRPCMessage | undefined;
  readonly outward: Outward;
  /** Resolves when all that was passed on is on its way. */
  settled(): Promise<void>;
  /** Whether the client listens here, or did last. */
  isListener: boolean;
}

/** What a link is made from. */
export interface LinkParts {
  readonly origin: Origin;
  readonly transport: SessionTransport;
  readonly state: HttpSessionState;
  readonly peers: Peers;
  readonly peerMessages: PeerMessages;
  readonly onError: (error: Error) => void;
}

/** Links a session: ids of requests to the client tell which server waits, and answers find their way to it. */
export function linkSession({
  origin,
  transport,
  state,
  peers,
  peerMessages,
  onError,
}: LinkParts): SessionLink {
  let passing: Promise<unknown>[] = [];

  function pass(server: string | undefined, message: JSONRPCMessage): undefined {
    passing.push(peerMessages.send(server, transport.sessionId!, { kind: "pass", message }));
  }

  /** The message for this server, with the id that it gave; undefined when it is another's. */
  function unmarked(message: JSONRPCMessage): { ours?: JSONRPCMessage; server?: string } {
    if (!("method" in message)) {
      const marked = readMarkedId(message.id);
      if (!marked) return { ours: message };
      if (isSameOrigin(marked.origin, origin)) return { ours: { ...message, id: Number(marked.id) } };
      return { server: marked.origin.server };
    }
    if (message.method !== "notifications/progress") return { ours: message };
    const marked = readMarkedId(message.params?.progressToken);
    if (!marked) return { ours: message };
    if (!isSameOrigin(marked.origin, origin)) return { server: marked.origin.server };
    return { ours: { ...message, params: { ...message.params, progressToken: Number(marked.id) } } };
  }

  const isForAnother = (message: JSONRPCMessage): boolean =>
    "method" in message &&
    message.method === "notifications/cancelled" &&
    !transport.isAnswering(message.params?.requestId);

  /** Sends what is not the answer to any request to where the client listens. */
  async function say(message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
    const { listener } = (await peers.recall(transport.sessionId!)) ?? {};
    if (listener === undefined || listener === peers.self) return message;
    await peerMessages.send(listener, transport.sessionId!, { kind: "say", message });
    return undefined;
  }

  const link: SessionLink = {
    isListener: false,
    inward(message) {
      if (isForAnother(message)) return pass(undefined, message);
      const { ours, server } = unmarked(message);
      if (!ours) return server === origin.server ? undefined : pass(server, message);
      if ("method" in ours && "id" in ours) state.asked(ours);
      return ours;
    },
    passed: (message) => (isForAnother(message) ? undefined : unmarked(message).ours),
    async outward(message, relatedRequestId) {
      if (!("method" in message)) return answered(message);
      const marked = markRequests(message, origin);
      if (relatedRequestId !== undefined || link.isListener) return marked;
      // Every server hears of changes; the one where the client listens tells it.
      return message.method === "notifications/resources/updated" ? undefined : say(marked);
    },
    async settled() {
      const sent = passing;
      passing = [];
      await Promise.all(sent);
    },
  };

  async function answered(message: Extract<JSONRPCMessage, { id?: RequestId | undefined }>) {
    try {
      await state.answered(message);
      return message;
    } catch (error) {
      onError(error as Error);
      const reason = error instanceof Failure ? error.message : "Internal error";
      const said = { code: INTERNAL_ERROR, message: reason };
      return { jsonrpc: "2.0", id: message.id!, error: said } satisfies JSONRPCMessage;
    }
  }

  return link;
}

/** A message to the client in which ids of requests to it tell who waits for the answer. */
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
