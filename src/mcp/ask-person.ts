import { inputRequired, type Server } from "@modelcontextprotocol/server";
import * as z from "zod";
import { MAX_NOTE_BYTES } from "../ledger/index.ts";
import type { Author, Sessions } from "../sessions/index.ts";
import type { CallRequest } from "./caller.ts";
import type { ToolProgress } from "./define.ts";

/** Asks the person at the client and returns the reply; undefined if there is none. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** Writes the reply of the person at the client as a note. A repeat of the same call writes nothing. */
export type Reply = (
  sessionId: string,
  reply: string,
  thought: number,
  call: Author["idempotency"],
) => Promise<unknown>;

/** How long a call waits for the person; most clients give up on a call after a minute. */
const PATIENCE_SECONDS = 50;
const LOOK_MS = 1000;

/** The form that a client shows. */
export function replyForm(question: string) {
  return {
    message: question,
    requestedSchema: {
      type: "object" as const,
      properties: { reply: { type: "string" as const, title: "Reply", maxLength: MAX_NOTE_BYTES } },
      required: ["reply"],
    },
  };
}

/** The form as an input request of the 2026-07-28 revision. */
export const replyRequest = (question: string) => inputRequired.elicit(replyForm(question));

/** The reply in a client's answer to the form; undefined if the person declined. The answer is untrusted. */
export function replyIn(answer: unknown): string | undefined {
  const { data } = Accepted.safeParse(answer);
  return data?.content.reply.trim() || undefined;
}

const Accepted = z.object({
  action: z.literal("accept"),
  content: z.object({ reply: z.string().max(100_000) }),
});

/** Whether a client with these capabilities shows forms; one that names no mode does. */
export const showsForms = (
  elicitation: { readonly form?: unknown; readonly url?: unknown } | undefined,
): boolean => elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

/** Asks through a handshake-era connection, if the client declared that it shows forms. */
export function askThroughConnection(server: Server, { mcpReq }: CallRequest): AskPerson | undefined {
  if (!showsForms(server.getClientCapabilities()?.elicitation)) return undefined;
  return async (question, signal) =>
    replyIn(
      await server.elicitInput(replyForm(question), {
        relatedRequestId: mcpReq.id,
        signal,
        timeout: PATIENCE_SECONDS * 1000,
      }),
    );
}

/** Whether the arguments of a call may ask a person. */
export const mayAskPerson = (args: unknown): boolean => /needs_?input/i.test(JSON.stringify(args ?? {}));

/**
 * Asks the open question of a session at the client and writes the reply as a note. Without a reply, or if somebody
 * replies elsewhere first, the form is closed; an unanswered question stays open.
 */
export async function askOpenQuestion(
  sessions: Pick<Sessions, "get">,
  sessionId: string,
  ask: AskPerson,
  reply: Reply,
  { signal, report }: Pick<ToolProgress, "signal" | "report">,
  call: Author["idempotency"],
): Promise<void> {
  const session = await sessions.get(sessionId);
  if (session?.needsInput === undefined || session.needsInputOn === undefined) return;
  const { needsInput: question, needsInputOn: thought } = session;
  const closing = new AbortController();
  let seconds = 0;
  const looking = setInterval(async () => {
    seconds += 1;
    await report("Waiting for a person's reply", seconds, PATIENCE_SECONDS).catch(() => {});
    const now = await sessions.get(sessionId).catch(() => session);
    if (now?.needsInput !== question || seconds >= PATIENCE_SECONDS) closing.abort();
  }, LOOK_MS);
  try {
    const text = await ask(question, AbortSignal.any([signal, closing.signal]));
    if (text !== undefined) await reply(sessionId, text, thought, call);
  } finally {
    clearInterval(looking);
  }
}
