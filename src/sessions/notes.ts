import { setTimeout as delay } from "node:timers/promises";
import {
  Failure,
  MAX_CARRIED,
  MAX_HOLD_SECONDS,
  type Note,
  noteAuthor,
  noteText,
  type SessionSummary,
  sessionIdFor,
} from "../ledger/index.ts";
import type { Delivery, Store } from "../store/port.ts";
import { handleKey } from "./handle-key.ts";
import { type Author, sessionNotFound } from "./record.ts";

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
  /** A notice for the person: the session is completed, so the agent may never read the note. */
  readonly notice?: string;
}

/** Writes a note of a person. Not part of `Sessions`, so that no tool can write one. */
export async function writeNote(store: Store, sessionId: string, sent: SentNote): Promise<WrittenNote> {
  const session = await needSession(store, sessionId);
  const { thought: on, author, idempotency } = sent;
  const note = await store.addNote(
    session.id,
    { text: noteText(sent.text), author: noteAuthor(author), on },
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

/** How often a waiting call reports that it waits. */
const REPORT_MS = 1000;

/** How a held call reports to its caller, and learns that nobody waits for it. */
export interface HeldCall {
  readonly signal: AbortSignal;
  readonly report: (message: string, done: number, total?: number) => Promise<void>;
}

/** Takes the notes that an answer on a session carries. A held session's answer waits for a note if `held` is given. */
export async function takeNotes(
  store: Store,
  sessionId: string,
  call: Author["idempotency"],
  held?: HeldCall,
): Promise<Delivery> {
  const take = (waits: boolean) =>
    store.deliverNotes(sessionId, { ...MAX_CARRIED, waits, ...(call && { call }) });
  const first = await take(held !== undefined);
  if (!held || first.heldUntil === undefined) return first;
  return waitForNote(store, take, first.heldUntil, held);
}

/** Waits for a note, the end of the hold or the end of the call. Any process may write the note. */
async function waitForNote(
  store: Store,
  take: (waits: boolean) => Promise<Delivery>,
  heldUntil: string,
  { signal, report }: HeldCall,
): Promise<Delivery> {
  const started = Date.now();
  // The database's clock may differ from this one, so the wait is bounded by its length, too.
  const end = Math.min(Date.parse(heldUntil), started + MAX_HOLD_SECONDS * 1000);
  const total = Math.ceil((end - started) / 1000);
  let wake = Promise.withResolvers<void>();
  const stop = store.onWrite(() => wake.resolve());
  try {
    for (;;) {
      wake = Promise.withResolvers<void>();
      const left = end - Date.now();
      const delivery = await take(left > 0 && !signal.aborted);
      if (delivery.heldUntil === undefined) return delivery;
      await report("A person asked you to wait for a note", total - Math.ceil(left / 1000), total);
      const timer = new AbortController();
      const pause = delay(Math.min(left, REPORT_MS), undefined, {
        signal: AbortSignal.any([timer.signal, signal]),
      }).catch(() => {});
      await Promise.race([wake.promise, pause]);
      timer.abort();
    }
  } finally {
    stop();
  }
}

/** The session that a caller has open, for calls that name none. */
export async function currentSession(store: Store, { handle }: Author): Promise<string | undefined> {
  const key = handleKey(handle);
  if (key === undefined) return undefined;
  return (await store.handle(key)).sessionId ?? sessionIdFor(handle.text);
}
