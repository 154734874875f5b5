import type { PeerMessage, Peers } from "../store/peers.ts";
import { listenHere, yieldListening } from "./http-listening.ts";
import { isSameOrigin, readMarkedId } from "./http-origin.ts";
import { serveElsewhere } from "./http-resume.ts";
import type { SharedSession } from "./http-shared-session.ts";
import { createPeerMessages, type PeerMessages, readBody } from "./peer-messages.ts";

/** The sessions of this server, as far as other servers write about them. */
export interface SessionsHere {
  find(sessionId: string): SharedSession | undefined;
  end(sessionId: string): void;
  readonly onError: (error: Error) => void;
}

/** One server among those of a deployment. */
export interface Deployment {
  readonly peerMessages: PeerMessages;
  /** Answers a GET of a session. */
  listen(session: SharedSession, request: Request): Promise<Response>;
  /** Ends a session on every server. */
  forget(sessionId: string): Promise<void>;
  leave(): void;
}

/** Handles the messages of other servers. */
export function joinDeployment(peers: Peers, here: SessionsHere): Deployment {
  const peerMessages = createPeerMessages(peers);
  const { onError } = here;
  /** Streams that clients read through other servers. */
  const streams = new Map<string, () => void>();
  const leave = peers.receive((message) => void read(message).catch(onError));

  async function read({ from, sessionId, body }: PeerMessage): Promise<void> {
    const said = readBody(body);
    if (!said) return;
    if (said.kind === "reply" || said.kind === "piece" || said.kind === "over")
      return peerMessages.hear(said);
    if (said.kind === "leave") return streams.get(said.ask)?.();
    if (said.kind === "ended") return here.end(sessionId);
    const session = here.find(sessionId);
    if (said.kind === "pass") return session?.deliver(said.message);
    if (said.kind === "say") return session?.transport.sayAloud(said.message);
    const reply = (value?: unknown) =>
      peerMessages.send(from, sessionId, {
        kind: "reply",
        ask: said.ask,
        ...(value !== undefined && { value }),
      });
    if (said.kind === "yield") return reply(session && yieldListening(session, said.lastEventId));
    if (said.kind === "changed") {
      const facts = session && (await peers.recall(sessionId));
      if (facts) await session.state.catchUp(facts);
      return reply();
    }
    const last = readMarkedId(said.lastEventId);
    if (!session || !last || !isSameOrigin(last.origin, session.origin)) return reply(404);
    const stream = serveElsewhere(session, { peerMessages, to: from, ...said });
    streams.set(said.ask, stream.leave);
    await stream.done.finally(() => streams.delete(said.ask));
  }

  return {
    peerMessages,
    leave,
    listen: (session, request) => listenHere(session, request, { peers, peerMessages, onError }),
    async forget(sessionId) {
      await peers.forget(sessionId);
      await peerMessages.send(undefined, sessionId, { kind: "ended" });
    },
  };
}
