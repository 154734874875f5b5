import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Peers } from "../store/peers.ts";

/** What is in a letter about a session. `ask` names the question that an answer belongs to. */
export type PeerMessageBody =
  /** The client sent this, and the receiver waits for it. */
  | { readonly kind: "pass"; readonly message: JSONRPCMessage }
  /** This is for the client, which listens at the receiver's. */
  | { readonly kind: "say"; readonly message: JSONRPCMessage }
  /** The session is over. */
  | { readonly kind: "ended" }
  /** The session has changed: look again. */
  | { readonly kind: "changed"; readonly ask: string }
  /** The client listens at the sender's now: what has it missed since that event? */
  | { readonly kind: "yield"; readonly ask: string; readonly lastEventId?: string | undefined }
  /** The client wants to go on reading a stream of the receiver's. */
  | { readonly kind: "resume"; readonly ask: string; readonly lastEventId: string }
  /** The client reads no more. */
  | { readonly kind: "leave"; readonly ask: string }
  | { readonly kind: "reply"; readonly ask: string; readonly value?: unknown }
  /** A piece of a stream that is read on elsewhere. */
  | { readonly kind: "piece"; readonly ask: string; readonly text: string }
  | { readonly kind: "over"; readonly ask: string };

const ask = z.string();
const message = z.custom<JSONRPCMessage>(
  (given) => typeof given === "object" && given !== null && (given as JSONRPCMessage).jsonrpc === "2.0",
);
const Body: z.ZodType<PeerMessageBody> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pass"), message }),
  z.object({ kind: z.literal("say"), message }),
  z.object({ kind: z.literal("ended") }),
  z.object({ kind: z.literal("changed"), ask }),
  z.object({ kind: z.literal("yield"), ask, lastEventId: z.string().optional() }),
  z.object({ kind: z.literal("resume"), ask, lastEventId: z.string() }),
  z.object({ kind: z.literal("leave"), ask }),
  z.object({ kind: z.literal("reply"), ask, value: z.unknown().optional() }),
  z.object({ kind: z.literal("piece"), ask, text: z.string() }),
  z.object({ kind: z.literal("over"), ask }),
]);

/** The body of a message from another server; undefined when it is not one, whoever wrote it into the database. */
export function readBody(body: unknown): PeerMessageBody | undefined {
  return Body.safeParse(body).data;
}

/** An answer to a question. */
export type PeerAnswer = Extract<PeerMessageBody, { readonly kind: "reply" | "piece" | "over" }>;

/** A question before it has a name. */
export type Question =
  | { readonly kind: "changed" }
  | { readonly kind: "yield"; readonly lastEventId?: string | undefined }
  | { readonly kind: "resume"; readonly lastEventId: string };

/** Letters of one server, with answers joined to their questions. */
export interface PeerMessages {
  /** How long a server may take to answer another. */
  readonly answerMs: number;
  send(to: string | undefined, sessionId: string, body: PeerMessageBody): Promise<void>;
  /** The first answer; undefined when none came in time: the server that was asked is dead, or knows nothing. */
  ask(to: string, sessionId: string, question: Question): Promise<PeerAnswer | undefined>;
  /** Asks and hears every answer until the returned function is called; it is given the question's name. */
  listen(
    to: string,
    sessionId: string,
    question: Question,
    hear: (answer: PeerAnswer) => void,
  ): { readonly ask: string; readonly sent: Promise<void>; readonly stop: () => void };
  /** Gives an answer to whoever waits for it. */
  hear(answer: PeerAnswer): void;
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
      const late = setTimeout(first.resolve, answerMs, undefined);
      try {
        await sent;
        return await first.promise;
      } finally {
        clearTimeout(late);
        stop();
      }
    },
    listen(to, sessionId, question, hear) {
      asked += 1;
      const ask = `${peers.self}-${asked}`;
      waiting.set(ask, hear);
      const sent = peerMessages.send(to, sessionId, { ...question, ask });
      return { ask, sent, stop: () => void waiting.delete(ask) };
    },
    hear: (answer) => waiting.get(answer.ask)?.(answer),
  };
  return peerMessages;
}
