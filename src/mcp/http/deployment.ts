import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { PeerMessage, Peers } from "../../store/peers.ts";
import { readEventId } from "./event-log.ts";
import { isSameOrigin, readMarkedId } from "./origin.ts";
import { createPeerMessages, type PeerMessages, parsePeerMessage } from "./peer-messages.ts";
import { resumeRemoteStream, serveRemoteStream } from "./resume-stream.ts";
import type { SharedSession } from "./shared-session.ts";

/** Access to this server's sessions, for messages from peers about them. */
export interface LocalSessions {
  find(sessionId: string): SharedSession | undefined;
  end(sessionId: string): void;
  readonly onError: (error: Error) => void;
}

/** This server as a member of a deployment of several servers. */
export interface Deployment {
  readonly peerMessages: PeerMessages;
  /** Answers a GET: the client listens here from now on, or resumes a stream of another server. */
  listen(session: SharedSession, request: Request): Promise<Response>;
  /** Ends a session on every server. */
  forget(sessionId: string): Promise<void>;
  leave(): void;
}

/** Joins a deployment: handles the messages of the other servers until `leave` is called. */
export function joinDeployment(peers: Peers, { find, end, onError }: LocalSessions): Deployment {
  const peerMessages = createPeerMessages(peers);
  /** Streams of this server that clients read through other servers. */
  const streams = new Map<string, () => void>();
  const leave = peers.receive((message) => void handle(message).catch(onError));

  async function handle({ from, sessionId, body }: PeerMessage): Promise<void> {
    const message = parsePeerMessage(body);
    if (!message) return;
    switch (message.kind) {
      case "reply":
      case "piece":
      case "over":
        return peerMessages.resolve(message);
      case "leave":
        return streams.get(message.ask)?.();
      case "ended":
        return end(sessionId);
    }
    const session = find(sessionId);
    const reply = (ask: string, value?: unknown) =>
      peerMessages.send(from, sessionId, { kind: "reply", ask, value });
    switch (message.kind) {
      case "pass":
        return session?.deliver(message.message);
      case "say":
        return session?.transport.sendUnchanged(message.message);
      case "yield":
        return reply(message.ask, session && stopListening(session, message.lastEventId));
      case "changed": {
        const facts = session && (await peers.recall(sessionId));
        if (facts) await session.state.catchUp(facts);
        return reply(message.ask);
      }
      case "resume": {
        const last = readMarkedId(message.lastEventId);
        if (!session || !last || !isSameOrigin(last.origin, session.origin)) return reply(message.ask, 404);
        const stream = serveRemoteStream(session, { peerMessages, to: from, ...message });
        streams.set(message.ask, stream.leave);
        await stream.done.finally(() => streams.delete(message.ask));
      }
    }
  }

  async function listen(session: SharedSession, request: Request): Promise<Response> {
    const { transport } = session;
    const sessionId = transport.sessionId!;
    const lastEventId = request.headers.get("last-event-id") ?? undefined;
    const last = lastEventId === undefined ? undefined : readEventId(lastEventId);
    const isOurs = last !== undefined && isSameOrigin(last.origin, session.origin);
    if (lastEventId !== undefined && last && !last.isListening && !isOurs)
      return resumeRemoteStream({ peerMessages, sessionId, server: last.origin.server, lastEventId });
    const response = await transport.handleRequest(last && !isOurs ? withoutLastEvent(request) : request);
    if (response.status !== 200 || (last && !last.isListening)) return response;
    session.isListener = true;
    const before = await peers.recall(sessionId);
    await peers.note(sessionId, { kind: "listening" });
    // Subscriptions made earlier are read now; later ones are announced to this server.
    const facts = await peers.recall(sessionId);
    if (facts) await session.state.catchUp(facts);
    const others = new Set([before?.listener, last?.origin.server]);
    others.delete(undefined);
    others.delete(peers.self);
    void takeOver(others as Set<string>).catch(onError);
    return response;

    /** Closes the client's streams on other servers and sends what the client missed there. */
    async function takeOver(servers: ReadonlySet<string>): Promise<void> {
      let missed: readonly JSONRPCMessage[] | undefined;
      for (const server of servers) {
        const isLast = server === last?.origin.server;
        const question = { kind: "yield", lastEventId: isLast ? lastEventId : undefined } as const;
        const answer = await peerMessages.ask(server, sessionId, question);
        if (answer?.kind === "reply" && isLast)
          missed = answer.value as readonly JSONRPCMessage[] | undefined;
      }
      if (isOurs) return;
      // Changes were not tracked while the client listened nowhere, so every subscribed resource counts as changed.
      missed ??= [...session.state.subscriptions].map((uri) => ({
        jsonrpc: "2.0",
        method: "notifications/resources/updated",
        params: { uri },
      }));
      for (const message of missed) await transport.sendUnchanged(message);
    }
  }

  return {
    peerMessages,
    listen,
    leave,
    async forget(sessionId) {
      await peers.forget(sessionId);
      await peerMessages.send(undefined, sessionId, { kind: "ended" });
    },
  };
}

/** The client now listens at another server: closes its stream here and returns what it missed. */
function stopListening(session: SharedSession, lastEventId: string | undefined) {
  session.isListener = false;
  session.transport.closeStandaloneSSEStream();
  return lastEventId === undefined
    ? undefined
    : session.events.missedAfter(lastEventId)?.map(({ message }) => message);
}

function withoutLastEvent(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("last-event-id");
  return new Request(request.url, { headers, signal: request.signal });
}
