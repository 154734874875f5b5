import type { NotebookStore } from "../notebook/notebook-store.ts";
import type { ConversationStore } from "./port/conversations.ts";
import type { ErasureStore } from "./port/erasure.ts";
import type { InvocationStore } from "./port/invocations.ts";
import type { LedgerStore } from "./port/ledger.ts";
import type { NoteStore } from "./port/notes.ts";

export * from "./port/conversations.ts";
export * from "./port/erasure.ts";
export * from "./port/invocations.ts";
export * from "./port/ledger.ts";
export * from "./port/notes.ts";

/**
 * The ledger with its notes, notebooks, invocations and conversations. The contract suite (`contract/describe-store.ts`)
 * specifies a backend: acknowledged writes are durable, `seq` has no gaps, and the feed skips nothing.
 */
export interface Store
  extends LedgerStore,
    NoteStore,
    NotebookStore,
    InvocationStore,
    ConversationStore,
    ErasureStore {
  handle: LedgerStore["handle"];
  moveHandle: LedgerStore["moveHandle"];
  /** Facts for `clew doctor`. */
  inspect(): Promise<StoreFacts>;
  close(): Promise<void>;
}

/** A store's kind, location, size and state. */
export interface StoreFacts {
  readonly kind: string;
  readonly location: string;
  readonly schemaVersion: number;
  readonly sessions: number;
  readonly thoughts: number;
  readonly invocations: number;
  readonly bytes: number;
  /** Empty if the store is sound. */
  readonly problems: readonly string[];
}
