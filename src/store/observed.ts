import { type AppendResult, Failure, failures, type NewSession, type Thought } from "../ledger/index.ts";
import type { RunFacts } from "../notebook/notebook-store.ts";
import type { Store } from "./port.ts";

/** Told of what is done to a store. */
export interface StoreObserver {
  /** A thought was written, and whether its session ended with it; a repeat of an earlier call is not told. */
  thought(thought: Thought, ended: boolean): void;
  sessionOpened(): void;
  cellRan(run: RunFacts): void;
  /** Something took so long; `failed` is by no fault of the caller. */
  stored(operation: StoreOperation, seconds: number, failed: boolean): void;
  /** A thought was not written. */
  refused?(error: unknown): void;
}

/** The parts of a store whose time is told apart. */
export type StoreOperation = "append" | "read" | "search";

/** The same store, with somebody looking on. */
export function observedStore(store: Store, observer: StoreObserver): Store {
  // One step more per call, not three: thoughts come by the ten thousand a second.
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
    async openSession(session: NewSession, idempotency) {
      const asked = Date.now();
      const opened = await store.openSession(session, idempotency);
      // A repeat gives the session that an earlier call has opened.
      if (idempotency === undefined || Date.parse(opened.createdAt) >= asked) observer.sessionOpened();
      return opened;
    },
    session: (id) => timed("read", store.session(id)),
    sessions: (filter) => timed("read", store.sessions(filter)),
    sessionEnds: (ids) => timed("read", store.sessionEnds(ids)),
    thoughts: (sessionId, range) => timed("read", store.thoughts(sessionId, range)),
    outline: (sessionId, range) => timed("read", store.outline(sessionId, range)),
    search: (query) => timed("search", store.search(query)),
    saveRun(notebookId, cellId, run, of) {
      observer.cellRan(run);
      return store.saveRun(notebookId, cellId, run, of);
    },
  };
}

function isFault(error: unknown): boolean {
  return !(error instanceof Failure) || failures[(error as Failure).code].status >= 500;
}
