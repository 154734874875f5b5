import type { AuthInfo, JSONRPCMessage } from "@modelcontextprotocol/server";
import type { OpenedSession, Peers, SessionFacts } from "../store/peers.ts";
import type { EventLog } from "./http-events.ts";
import type { Origin } from "./http-origin.ts";
import { linkSession, type SessionLink } from "./http-session-link.ts";
import { type HttpSessionState, repeatedHandshake, trackSessionState } from "./http-session-state.ts";
import type { SessionTransport } from "./http-session-transport.ts";
import type { PeerMessages } from "./peer-messages.ts";

/** A session that other servers may serve too. */
export interface SharedSession {
  readonly transport: SessionTransport;
  readonly origin: Origin;
  readonly events: EventLog;
  readonly link: SessionLink;
  readonly state: HttpSessionState;
  /** Who was here last; it is the owner each time. */
  authInfo: AuthInfo | undefined;
  /** Gives the server a message that another server has passed on. */
  deliver(message: JSONRPCMessage): void;
  /** Brings the server to where the session stands, by saying to it what the client said elsewhere. */
  revive(facts: SessionFacts): Promise<void>;
}

/** What a shared session is made from; the transport is connected to its server. */
export interface SharedParts {
  readonly transport: SessionTransport;
  readonly origin: Origin;
  readonly events: EventLog;
  readonly opened: Omit<OpenedSession, "hello">;
  readonly authInfo: AuthInfo | undefined;
  readonly peers: Peers;
  readonly peerMessages: PeerMessages;
  readonly onError: (error: Error) => void;
}

/** Shares a session that is connected to its server. */
export function shareSession(parts: SharedParts): SharedSession {
  const { transport, origin, events, opened, peers, peerMessages, onError } = parts;
  const state = trackSessionState({
    sessionId: () => transport.sessionId!,
    opened,
    peers,
    peerMessages,
    repeat,
  });
  const link = linkSession({ origin, transport, state, peers, peerMessages, onError });
  const toServer = transport.onmessage!;
  transport.onmessage = (message, extra) => {
    const ours = link.inward(message);
    if (ours) toServer(ours, extra);
  };
  transport.outward = link.outward;

  async function repeat(said: readonly JSONRPCMessage[]): Promise<void> {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(transport.sessionId !== undefined && { "mcp-session-id": transport.sessionId }),
    };
    const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers });
    const { authInfo } = session;
    const answer = await transport.handleRequest(request, {
      parsedBody: said,
      ...(authInfo && { authInfo }),
    });
    await answer.text();
  }

  const session: SharedSession = {
    transport,
    origin,
    events,
    link,
    state,
    authInfo: parts.authInfo,
    deliver(message) {
      const ours = link.passed(message);
      if (ours) toServer(ours);
    },
    async revive(facts) {
      for (const message of repeatedHandshake(facts.hello)) await repeat([message]);
      await state.catchUp(facts);
    },
  };
  return session;
}
