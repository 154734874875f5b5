import {
  type AppendResult,
  citedNotes,
  Failure,
  failures,
  type NewSession,
  type NoteState,
  type Thought,
} from "../ledger/index.ts";
import type { RunFacts } from "../notebook/notebook-store.ts";
import type { Store } from "./port.ts";

/** Observes the operations of a store. */
export interface StoreObserver {
  /** A thought was written. Not called when an append repeats an earlier one. */
  thought(thought: Thought, ended: boolean): void;
  sessionOpened(): void;
  cellRan(run: RunFacts): void;
  /** A note reached a state; `seconds` from writing it to its first delivery. */
  noted(state: NoteState, seconds?: number): void;
  /** An operation ended; `failed` excludes failures that the caller caused. */
  stored(operation: StoreOperation, seconds: number, failed: boolean): void;
  /** An append failed. */
  refused?(error: unknown): void;
}

/** The operations that are timed separately. */
export type StoreOperation = "append" | "read" | "search";

/** The same store, reporting to an observer. */
export function observedStore(store: Store, observer: StoreObserver): Store {
  // A single `then` per call: an append is called ten thousand times a second.
  function timed<T>(operation: StoreOperation, work: Promise<T>, tell?: (value: T) => void): Promise<T> {
    const started = performance.now();
    const took = (failed: boolean) =>
      observer.stored(operation, (performance.now() - started) / 1000, failed);
    return work.then(
      (value) => {
        took(false);
        tell?.(value);
        return value;
      },
      (error: unknown) => {
        took(isFault(error));
        if (operation === "append") observer.refused?.(error);
        throw error;
      },
    );
  }

  function recorded({ replayed, thought, closed, opened }: AppendResult): void {
    if (replayed) return;
    observer.thought(thought, closed);
    if (opened) observer.sessionOpened();
  }

  /** Counts the notes that a thought answered. Few thoughts cite a note, so the query is rare. */
  async function answered({ thought, replayed }: AppendResult): Promise<void> {
    if (replayed) return;
    const notes = await store.notes(thought.sessionId, {});
    for (const { answeredBy, answeredAt } of notes)
      if (answeredBy === thought.number && answeredAt === thought.createdAt) observer.noted("answered");
  }

  return {
    ...store,
    importThoughts: (session, thoughts) =>
      timed("append", store.importThoughts(session, thoughts), ({ opened, added }) => {
        if (opened) observer.sessionOpened();
        for (const thought of added) observer.thought(thought, false);
      }),
    append: (draft) =>
      timed("append", store.append(draft), (result) => {
        recorded(result);
        if (citedNotes(draft).length > 0) answered(result).catch(() => {});
      }),
    async addNote(sessionId, note, idempotency) {
      const asked = Date.now();
      const written = await store.addNote(sessionId, note, idempotency);
      // A repeat returns the note that an earlier call wrote.
      if (idempotency === undefined || Date.parse(written.createdAt) >= asked) observer.noted("waiting");
      return written;
    },
    async deliverNotes(sessionId, limits) {
      const delivery = await store.deliverNotes(sessionId, limits);
      if (delivery.repeated) return delivery;
      for (const { deliveries, deliveredAt, createdAt, state } of delivery.notes) {
        if (deliveries === 1)
          observer.noted("delivered", (Date.parse(deliveredAt!) - Date.parse(createdAt)) / 1000);
        if (state === "unanswered") observer.noted(state);
      }
      return delivery;
    },
    async openSession(session: NewSession, idempotency) {
      const asked = Date.now();
      const opened = await store.openSession(session, idempotency);
      // A repeat returns the session that an earlier call opened.
      if (idempotency === undefined || Date.parse(opened.createdAt) >= asked) observer.sessionOpened();
      return opened;
    },
    session: (id) => timed("read", store.session(id)),
    sessions: (filter) => timed("read", store.sessions(filter)),
    sessionEnds: (ids) => timed("read", store.sessionEnds(ids)),
    thoughts: (sessionId, range) => timed("read", store.thoughts(sessionId, range)),
    facts: (sessionId, range) => timed("read", store.facts(sessionId, range)),
    outline: (sessionId, range) => timed("read", store.outline(sessionId, range)),
    search: (query) => timed("search", store.search(query)),
    citingThoughts: (filter) => timed("read", store.citingThoughts(filter)),
    saveRun(notebookId, cellId, run, of) {
      observer.cellRan(run);
      return store.saveRun(notebookId, cellId, run, of);
    },
  };
}

function isFault(error: unknown): boolean {
  return !(error instanceof Failure) || failures[(error as Failure).code].status >= 500;
}
