import {
  Failure,
  MAX_HOLD_SECONDS,
  type Note,
  noteAuthor,
  noteText,
  type SessionSummary,
  sessionIdFor,
} from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { Author } from "./record.ts";
import { sessionNotFound } from "./record.ts";

/** A note as a person sends it. */
export interface SentNote {
  readonly text: string;
  readonly author: string;
  /** The number of the thought that it is about. */
  readonly thought?: number | undefined;
  readonly idempotency?: Author["idempotency"];
}

/** A note that was written. */
export interface WrittenNote extends Note {
  /** What the person should know: the session is completed, so nobody may be there to read it. */
  readonly notice?: string;
}

/** Writes a note of a person. Not part of `Sessions`, so that no tool can write one. */
export async function writeNote(store: Store, sessionId: string, sent: SentNote): Promise<WrittenNote> {
  const session = await needSession(store, sessionId);
  const { thought: on, author, idempotency } = sent;
  const note = await store.addNote(
    session.id,
    { text: noteText(sent.text), author: noteAuthor(author), ...(on !== undefined && { on }) },
    idempotency,
  );
  return session.status === "completed" ? { ...note, notice: COMPLETED } : note;
}

const COMPLETED = "The session is completed. The note waits for the next agent that uses the session.";

/** Asks the agent of a session to wait for a note; without seconds, no longer. Returns the end of the hold. */
export async function holdSession(
  store: Store,
  sessionId: string,
  seconds: number | undefined,
  now: () => number = Date.now,
): Promise<string | undefined> {
  const { id } = await needSession(store, sessionId);
  if (seconds !== undefined && !(seconds > 0 && seconds <= MAX_HOLD_SECONDS))
    throw new Failure("INVALID_ARGUMENT", {
      problem: `\`seconds\` must be above 0 and at most ${MAX_HOLD_SECONDS}.`,
    });
  const until = seconds === undefined ? undefined : new Date(now() + seconds * 1000).toISOString();
  await store.holdSession(id, until);
  return until;
}

async function needSession(store: Store, sessionId: string): Promise<SessionSummary> {
  const session = await store.session(sessionIdFor(sessionId));
  if (!session) throw sessionNotFound(sessionId);
  return session;
}
