import { Failure, failures, type NewSession, type Receipt, type Thought } from "../ledger/index.ts";
import type { RunFacts } from "../notebook/shelf.ts";
import type { Store } from "./port.ts";

/** Told of what is done to a store. */
export interface StoreObserver {
  /** A thought was written, and whether its session ended with it; a repeat of an earlier call is not told. */
  thought(thought: Thought, ended: boolean): void;
  sessionOpened(): void;
  cellRan(run: RunFacts): void;
  /** Something took so long; `failed` is by no fault of the caller. */
  stored(operation: "append" | "read" | "search", seconds: number, failed: boolean): void;
}

/** The same store, with somebody looking on. */
export function observedStore(store: Store, observer: StoreObserver): Store {
  async function timed<T>(operation: "append" | "read" | "search", work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    let failed = false;
    try {
      return await work();
    } catch (error) {
      failed = isFault(error);
      throw error;
    } finally {
      observer.stored(operation, (performance.now() - started) / 1000, failed);
    }
  }

  function tell(receipt: Receipt): Receipt {
    if (receipt.replayed) return receipt;
    observer.thought(receipt.thought, receipt.closed);
    if (receipt.opened) observer.sessionOpened();
    return receipt;
  }

  return {
    ...store,
    append: async (draft) => tell(await timed("append", () => store.append(draft))),
    async openSession(session: NewSession, idempotency) {
      const asked = Date.now();
      const opened = await store.openSession(session, idempotency);
      // A repeat gives the session that an earlier call has opened.
      if (idempotency === undefined || Date.parse(opened.createdAt) >= asked) observer.sessionOpened();
      return opened;
    },
    session: (id) => timed("read", () => store.session(id)),
    sessions: (filter) => timed("read", () => store.sessions(filter)),
    thoughts: (sessionId, range) => timed("read", () => store.thoughts(sessionId, range)),
    search: (query) => timed("search", () => store.search(query)),
    saveRun(notebookId, cellId, run, of) {
      observer.cellRan(run);
      return store.saveRun(notebookId, cellId, run, of);
    },
  };
}

function isFault(error: unknown): boolean {
  return !(error instanceof Failure) || failures[(error as Failure).code].status >= 500;
}
