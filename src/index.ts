import { ContextManager as WindowedContext } from "./sessions/context-manager.ts";
import { openStore } from "./store/open.ts";
import type { Store } from "./store/port.ts";

export type { ContextView } from "./sessions/context.ts";
export type { ContextSummary } from "./sessions/context-manager.ts";
export { openStore, type StoreLocation } from "./store/open.ts";
export type {
  ConversationFilter,
  ConversationStore,
  HandleState,
  InvocationLimits,
  KeptConversation,
  ListedSession,
  MessageRange,
  NewConversation,
  Opaque,
  OutlineEntry,
  SearchHit,
  SearchQuery,
  SessionChanges,
  SessionEnds,
  SessionFilter,
  SessionMatch,
  SessionRecord,
  Store,
  StoreFacts,
  ThoughtRange,
} from "./store/port.ts";
export { allThoughts, follow } from "./store/port.ts";

/** Thoughts that accumulate per session. Without a store it keeps its own ledger in memory. */
export class ContextManager extends WindowedContext {
  constructor(options: { readonly store?: Store; readonly maxThoughts?: number } = {}) {
    super(options.store ?? openStore({ memory: true }), options.maxThoughts);
  }
}
