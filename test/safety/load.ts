import { type Caller, plainCaller, sdkCaller } from "./retrying-callers.ts";

/** After this many thoughts a chain is completed and the next one begins. */
export const CHAIN = 6;

/** Callers of both eras, with and without the SDK. */
export const callers: readonly ((url: URL) => Caller)[] = [
  (url) => plainCaller(url, "handshake"),
  (url) => plainCaller(url, "2026-07-28"),
  (url) => plainCaller(url, "handshake"),
  (url) => plainCaller(url, "2026-07-28"),
  (url) => plainCaller(url, "handshake"),
  (url) => plainCaller(url, "2026-07-28"),
  (url) => sdkCaller(url, "handshake"),
  (url) => sdkCaller(url, "2026-07-28"),
];

/** A thought with the position from its answer. */
export interface Acknowledged {
  readonly sessionId: string;
  readonly seq: number;
  readonly content: string;
}

/** A thought to send, with its idempotency key. */
export interface Thought {
  readonly tool: "think" | "thoughtbox";
  readonly given: Readonly<Record<string, unknown>>;
  readonly content: string;
  readonly key: string;
}

/** Alternately a thought in a session that all clients share, and one in the client's own chain. */
export function thoughtOf(client: number, turn: number): Thought {
  const key = `${client}-${turn}`;
  if (turn % 2 === 0) {
    const content = `Thought ${turn / 2} of client ${client}`;
    return { tool: "think", given: { thought: content, session_id: "shared" }, content, key };
  }
  const step = (turn - 1) / 2;
  const content = `Step ${step} of chain ${client}`;
  const place = step % CHAIN;
  const given = {
    thought: content,
    workflow_id: `chain-${client}`,
    nextThoughtNeeded: place < CHAIN - 1,
    ...(place === 2 && { branchFromThought: 1, branchId: "other" }),
    ...(place === 3 && { isRevision: true, revisesThought: 2 }),
  };
  return { tool: "thoughtbox", given, content, key };
}

/** The position of a thought, from its answer. */
export function placeOf({ tool, content }: Thought, answer: Readonly<Record<string, unknown>>): Acknowledged {
  const [sessionId, seq] =
    tool === "think" ? [answer.session_id, answer.step] : [answer.sessionId, answer.thoughtHistoryLength];
  return { sessionId: String(sessionId), seq: Number(seq), content };
}
