import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Peers } from "../../store/peers.ts";

/** Identifies the question that an answer belongs to. */
const ask = z.string();
const message = z.custom<JSONRPCMessage>(
  (value) => typeof value === "object" && value !== null && (value as JSONRPCMessage).jsonrpc === "2.0",
);

/** What one server sends another about a session. */
const PeerMessageBody = z.discriminatedUnion("kind", [
  /** A message from the client that the receiver is waiting for. */
  z.object({ kind: z.literal("pass"), message }),
  /** A message to the client, which listens at the receiver. */
  z.object({ kind: z.literal("say"), message }),
  /** The session has ended. */
  z.object({ kind: z.literal("ended") }),
  /** The session has changed: the receiver reads it again, then replies. */
  z.object({ kind: z.literal("changed"), ask }),
  /** The client now listens at the sender: the receiver closes its stream and replies with the events missed since. */
  z.object({ kind: z.literal("yield"), ask, lastEventId: z.string().optional() }),
  /** The client resumes a stream of the receiver through the sender. */
  z.object({ kind: z.literal("resume"), ask, lastEventId: z.string() }),
  /** The client has stopped reading a resumed stream. */
  z.object({ kind: z.literal("leave"), ask }),
  z.object({ kind: z.literal("reply"), ask, value: z.unknown().optional() }),
  /** A chunk of a resumed stream. */
  z.object({ kind: z.literal("piece"), ask, text: z.string() }),
  /** The end of a resumed stream. */
  z.object({ kind: z.literal("over"), ask }),
]);
export type PeerMessageBody = z.infer<typeof PeerMessageBody>;

/** Parses the body of a peer message; undefined if the database contains something else. */
export function parsePeerMessage(body: unknown): PeerMessageBody | undefined {
  return PeerMessageBody.safeParse(body).data;
}

/** An answer to a question. */
export type PeerAnswer = Extract<PeerMessageBody, { kind: "reply" | "piece" | "over" }>;

/** A question before it has an id. */
export type PeerQuestion =
  | { readonly kind: "changed" }
  | { readonly kind: "yield"; readonly lastEventId?: string | undefined }
  | { readonly kind: "resume"; readonly lastEventId: string };

/** Messages of one server to its peers, with answers matched to their questions. */
export interface PeerMessages {
  /** How long a peer may take to answer. */
  readonly answerMs: number;
  /** Sends to one peer, or to all when `to` is undefined. */
  send(to: string | undefined, sessionId: string, body: PeerMessageBody): Promise<void>;
  /** The first answer; undefined when none came in time, because the peer is dead or does not know the session. */
  ask(to: string, sessionId: string, question: PeerQuestion): Promise<PeerAnswer | undefined>;
  /** Sends a question and calls back with every answer until `stop` is called. */
  listen(
    to: string,
    sessionId: string,
    question: PeerQuestion,
    onAnswer: (answer: PeerAnswer) => void,
  ): { readonly ask: string; readonly sent: Promise<void>; readonly stop: () => void };
  /** Passes an answer that arrived to the caller that waits for it. */
  resolve(answer: PeerAnswer): void;
}

const ANSWER_MS = 2_000;

/** Sends the messages of one server and matches answers to questions. */
export function createPeerMessages(peers: Peers, answerMs = ANSWER_MS): PeerMessages {
  const waiting = new Map<string, (answer: PeerAnswer) => void>();
  let asked = 0;

  const peerMessages: PeerMessages = {
    answerMs,
    send: (to, sessionId, body) => peers.send({ to, sessionId, body }),
    async ask(to, sessionId, question) {
      const first = Promise.withResolvers<PeerAnswer | undefined>();
      const { sent, stop } = peerMessages.listen(to, sessionId, question, first.resolve);
      const timer = setTimeout(first.resolve, answerMs, undefined);
      try {
        await sent;
        return await first.promise;
      } finally {
        clearTimeout(timer);
        stop();
      }
    },
    listen(to, sessionId, question, onAnswer) {
      asked += 1;
      const ask = `${peers.self}-${asked}`;
      waiting.set(ask, onAnswer);
      const sent = peerMessages.send(to, sessionId, { ...question, ask });
      return { ask, sent, stop: () => void waiting.delete(ask) };
    },
    resolve: (answer) => waiting.get(answer.ask)?.(answer),
  };
  return peerMessages;
}
