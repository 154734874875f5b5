import { type AppendResult, Failure, failures, type NewSession, type Thought } from "../ledger/index.ts";
import type { RunFacts } from "../notebook/notebook-store.ts";
import type { Store } from "./port.ts";

/** Observes the operations of a store. */
export interface StoreObserver {
  /** A thought was written. Not called when an append repeats an earlier one. */
  thought(thought: Thought, ended: boolean): void;
  sessionOpened(): void;
  cellRan(run: RunFacts): void;
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

  return {
    ...store,
    append: (draft) => timed("append", store.append(draft), recorded),
    importThoughts: (session, thoughts) =>
      timed("append", store.importThoughts(session, thoughts), ({ opened, added }) => {
        if (opened) observer.sessionOpened();
        for (const thought of added) observer.thought(thought, false);
      }),
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
