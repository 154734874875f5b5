import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Peers } from "../store/peers.ts";
import { readEventId } from "./http-events.ts";
import { isSameOrigin } from "./http-origin.ts";
import { resumeElsewhere } from "./http-resume.ts";
import type { SharedSession } from "./http-shared-session.ts";
import type { PeerMessages } from "./peer-messages.ts";

/** What a server needs to let a client listen that listened elsewhere. */
export interface ListeningParts {
  readonly peers: Peers;
  readonly peerMessages: PeerMessages;
  readonly onError: (error: Error) => void;
}

/** Answers a GET: the client listens here from now on, or reads on what another server has begun to tell it. */
export async function listenHere(
  session: SharedSession,
  request: Request,
  parts: ListeningParts,
): Promise<Response> {
  const { peers, peerMessages, onError } = parts;
  const { transport, link } = session;
  const sessionId = transport.sessionId!;
  const lastEventId = request.headers.get("last-event-id") ?? undefined;
  const last = lastEventId === undefined ? undefined : readEventId(lastEventId);
  const isOurs = last !== undefined && isSameOrigin(last.origin, session.origin);
  if (lastEventId !== undefined && last && !last.isListening && !isOurs)
    return resumeElsewhere({ peerMessages, sessionId, server: last.origin.server, lastEventId });
  const response = await transport.handleRequest(last && !isOurs ? withoutLastEvent(request) : request);
  if (response.status !== 200 || (last && !last.isListening)) return response;
  link.isListener = true;
  const before = await peers.recall(sessionId);
  await peers.note(sessionId, { kind: "listening" });
  // Whatever was subscribed to before the note is read now; whoever subscribes after it asks here.
  const facts = await peers.recall(sessionId);
  if (facts) await session.state.catchUp(facts);
  const others = new Set([before?.listener, last?.origin.server]);
  others.delete(undefined);
  others.delete(peers.self);
  void takeOver(others as Set<string>).catch(onError);
  return response;

  async function takeOver(servers: ReadonlySet<string>): Promise<void> {
    let missed: readonly JSONRPCMessage[] | undefined;
    for (const server of servers) {
      const wanted = server === last?.origin.server ? { lastEventId } : {};
      const answer = await peerMessages.ask(server, sessionId, { kind: "yield", ...wanted });
      if (answer?.kind === "reply" && wanted.lastEventId !== undefined)
        missed = answer.value as readonly JSONRPCMessage[] | undefined;
    }
    if (isOurs) return;
    // Nobody knows what the client has missed while it listened nowhere: it may have been any of these.
    missed ??= [...session.state.subscriptions].map((uri) => ({
      jsonrpc: "2.0",
      method: "notifications/resources/updated",
      params: { uri },
    }));
    for (const message of missed) await transport.sayAloud(message);
  }
}

/** Another server lets the client listen now: what it has missed here. */
export function yieldListening(session: SharedSession, lastEventId: string | undefined) {
  session.link.isListener = false;
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
