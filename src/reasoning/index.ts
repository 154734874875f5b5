import type { Door, Receipt, SessionSummary, Thought } from "../ledger/index.ts";
import type { Store, ThoughtRange } from "../store/port.ts";
import { formattedContext, type ThinkAnswer, think } from "./context.ts";
import { type Author, type ChainThought, recordThought } from "./record.ts";

export type { Author, ChainThought } from "./record.ts";

/** Clients drop messages over 10 MiB, so the context that is sent to one ends well before. */
const MAX_CONTEXT_BYTES = 4 * 1024 * 1024;

/** The use cases that the doors share. */
export interface Reasoning {
  think(author: Author, thought: string | undefined): Promise<ThinkAnswer & { readonly replayed: boolean }>;
  record(door: Door, author: Author, thought: ChainThought): Promise<Receipt>;
  session(id: string): Promise<SessionSummary | undefined>;
  thoughts(sessionId: string, range: ThoughtRange): Promise<readonly Thought[]>;
  formattedContext(handle: string): Promise<string>;
  /** Ids of sessions that begin with this text, newest activity first. */
  sessionIds(prefix: string): Promise<readonly string[]>;
}

/** What the use cases need to know besides the store. */
export interface ReasoningSettings {
  readonly thinkMaxThoughts: number;
  /** The data home: exports go to a folder in it unless told otherwise. */
  readonly home: string;
}

/** Joins the use cases to a store. */
export function createReasoning(store: Store, settings: ReasoningSettings): Reasoning {
  const { thinkMaxThoughts } = settings;
  return {
    think: (author, thought) => think(store, thinkMaxThoughts, author, thought, "think"),
    record: (door, author, thought) => recordThought(store, door, author, thought),
    async session(id) {
      const session = await store.session(id);
      if (!session) return undefined;
      const { windowStart: _, ...summary } = session;
      return summary;
    },
    thoughts: (sessionId, range) => store.thoughts(sessionId, range),
    formattedContext: (handle) => formattedContext(store, thinkMaxThoughts, handle, MAX_CONTEXT_BYTES),
    sessionIds: async (prefix) =>
      (await store.sessions({ idPrefix: prefix, limit: 100 })).map(({ id }) => id),
  };
}
