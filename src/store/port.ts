import type {
  AppendResult,
  Change,
  Draft,
  Invocation,
  InvocationFilter,
  InvocationStats,
  NewSession,
  Session,
  SessionSummary,
  Source,
  Thought,
} from "../ledger/index.ts";
import { pace } from "../ledger/pace.ts";
import type { NotebookStore } from "../notebook/notebook-store.ts";
import type { Conversations } from "./conversations.ts";

export type * from "./conversations.ts";

/** Which sessions to list, newest activity first. */
export interface SessionFilter {
  readonly project?: string;
  /** Sessions that carry all of these. */
  readonly tags?: readonly string[];
  readonly status?: Session["status"];
  /** Ids that begin with this text, for completions. */
  readonly idPrefix?: string;
  /** Those of this principal only. */
  readonly owner?: string;
  /** Sessions whose first thought came through this door. */
  readonly source?: Source;
  /**
   * Sessions with this text in their title or id, whatever the case of its letters, or with a thought that holds all its
   * words.
   */
  readonly text?: string;
  /** Goes on behind this session of an earlier answer. */
  readonly behind?: Pick<SessionSummary, "id" | "updatedAt">;
  readonly limit?: number;
}

/** The newest thought of a session that holds all words of a text. */
export interface SessionMatch {
  readonly seq: number;
  readonly thoughtNumber: number;
  /** A piece of the thought around the match, the matching words in `[brackets]`. */
  readonly snippet: string;
}

/** A session in a list; one that was found by a thought tells which. */
export interface ListedSession extends SessionSummary {
  readonly match?: SessionMatch;
}

/** What a list shows of the first and the last thought of a session. */
export interface SessionEnds {
  readonly id: string;
  /** Of the first thought. */
  readonly source: Source;
  /** Whether the last thought said that more are needed. */
  readonly needsMore: boolean;
  /** The first 140 characters of the last thought. */
  readonly lastWords: string;
}

/** A thought without its content: enough to draw a session. */
export interface OutlineEntry {
  readonly seq: number;
  readonly id: string;
  readonly number: number;
  readonly branchId?: string;
  readonly parentId?: string;
  readonly revisesId?: string;
  readonly isRevision: boolean;
  readonly nextThoughtNeeded: boolean;
  readonly hasCritique: boolean;
  readonly confidence?: number;
  readonly source: Source;
  readonly createdAt: string;
  /** The first 140 letters of its content. */
  readonly beginning: string;
}

/** Which part of a session to read, in order of `seq`. */
export interface ThoughtRange {
  /** Thoughts with a `seq` above this. */
  readonly after?: number;
  readonly limit?: number;
}

/** What to look for in the thoughts of all sessions. */
export interface SearchQuery {
  readonly text: string;
  readonly project?: string;
  /** In sessions that carry all of these. */
  readonly tags?: readonly string[];
  readonly sessionId?: string;
  /** In sessions of this principal only. */
  readonly owner?: string;
  readonly source?: Source;
  /** ISO times: only thoughts recorded from the one to the other, both included. */
  readonly since?: string;
  readonly until?: string;
  /** 20 unless it says otherwise, 200 at most. */
  readonly limit?: number;
}

/** A thought that matches a search, best first. */
export interface SearchHit {
  readonly thought: Thought;
  readonly title: string;
  /** A piece of the thought around the match, the matching words in `[brackets]`. */
  readonly snippet: string;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
}

/** The fields of a session that may change after it was opened. */
export interface SessionChanges {
  readonly status?: Session["status"];
  readonly stage?: number;
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
  /** Empties the window of `think`: it begins again after the session's last thought. */
  readonly clearWindow?: boolean;
}

/** What a handle has open, where it stands in the hierarchy and which notebook it used last. */
export interface HandleState {
  readonly sessionId?: string;
  /** The session it had open last, which may be completed. */
  readonly lastSessionId?: string;
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
  readonly notebookId?: string;
  /** The folder that its exports and notebooks must stay in. */
  readonly root?: string;
}

/** Which invocations may stay. */
export interface InvocationLimits {
  /** An ISO time: those from before it go. */
  readonly before: string;
  /** How many stay, the newest. */
  readonly keep: number;
}

/** A session with what only the ledger's own doors need to know of it. */
export interface SessionRecord extends SessionSummary {
  readonly windowStart: number;
}

/**
 * The ledger on disk, with its notebooks, invocations and conversations. A backend keeps the promises of the contract
 * suite beside this file (`describeStore`): what a resolved promise has acknowledged is durable, `seq` has no gaps, and
 * the feed skips nothing.
 */
export interface Store extends NotebookStore, Conversations {
  /** Places a draft and writes it in one transaction; durable when the promise resolves. */
  append(draft: Draft): Promise<AppendResult>;
  /** The first answer to an append with this key, as a repeat of it gets it; undefined when there was none. */
  appendResult(idempotency: NonNullable<Draft["idempotency"]>): Promise<AppendResult | undefined>;
  /** Writes a critique to a thought, once: a later one changes nothing, and the first is answered. */
  saveCritique(
    sessionId: string,
    seq: number,
    critique: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Opens a session; a repeat with the same idempotency key gives the one that was opened first. */
  openSession(session: NewSession, idempotency?: Draft["idempotency"]): Promise<SessionRecord>;
  changeSession(id: string, changes: SessionChanges): Promise<SessionRecord>;
  session(id: string): Promise<SessionRecord | undefined>;
  /** What a handle has open and where it stands; nothing for a handle that was never seen. */
  handle(handle: string): Promise<HandleState>;
  /** Changes these parts of a handle's state and leaves the others; an empty text takes a part away. */
  moveHandle(handle: string, changes: Omit<HandleState, "lastSessionId">): Promise<HandleState>;
  sessions(filter: SessionFilter): Promise<readonly ListedSession[]>;
  /** The ends of these sessions in any order; a session without thoughts has none. */
  sessionEnds(ids: readonly string[]): Promise<readonly SessionEnds[]>;
  /** Thoughts of one session; at most 1,000 a call unless `limit` says less. */
  thoughts(sessionId: string, range: ThoughtRange): Promise<readonly Thought[]>;
  /** Thoughts of one session without their contents; at most 20,000 a call. */
  outline(sessionId: string, range: ThoughtRange): Promise<readonly OutlineEntry[]>;
  search(query: SearchQuery): Promise<readonly SearchHit[]>;
  /** Keeps calls of tools and models; one with an id that is there already changes nothing. They are not in the feed. */
  keepInvocations(rows: readonly Invocation[]): Promise<void>;
  /** Drops invocations from before a time, and the oldest of more than may be kept; tells how many. */
  pruneInvocations(limits: InvocationLimits): Promise<number>;
  /** Invocations, newest first. */
  invocations(filter: InvocationFilter): Promise<readonly Invocation[]>;
  invocation(id: string): Promise<Invocation | undefined>;
  /** The calls of each tool and model in figures, most calls first. */
  invocationStats(
    filter: Pick<InvocationFilter, "since" | "until" | "owner">,
  ): Promise<readonly InvocationStats[]>;
  /** Changes after a position, oldest first. */
  changes(after: number, limit: number): Promise<readonly Change[]>;
  /** The position of the newest change. */
  position(): Promise<number>;
  /** Calls back soon after any process has written, until the returned function is called. */
  onWrite(listener: () => void): () => void;
  /** Facts for `clew doctor`: what kind of store, where, which schema version, whether it is sound. */
  inspect(): Promise<StoreFacts>;
  close(): Promise<void>;
}

/** What a store says about itself. */
export interface StoreFacts {
  readonly kind: string;
  readonly location: string;
  readonly schemaVersion: number;
  readonly sessions: number;
  readonly thoughts: number;
  readonly invocations: number;
  readonly bytes: number;
  /** Empty when the store is sound. */
  readonly problems: readonly string[];
}

/** A hit as every door shows it. */
export function shownHit({ thought, title, snippet, score }: SearchHit) {
  return {
    sessionId: thought.sessionId,
    title,
    thoughtNumber: thought.number,
    seq: thought.seq,
    snippet,
    score,
  };
}

/** Reads a whole session in pages, so that no more than a page is held. */
export async function* allThoughts(store: Store, sessionId: string, page = 500): AsyncGenerator<Thought> {
  for (let after = 0; ; ) {
    const thoughts = await store.thoughts(sessionId, { after, limit: page });
    for (const thought of thoughts) {
      yield thought;
      await pace();
    }
    if (thoughts.length < page) return;
    after = thoughts.at(-1)!.seq;
  }
}

/** Follows the feed from a position until the signal aborts: every change, in order, each once. */
export async function* follow(
  store: Pick<Store, "onWrite" | "position" | "changes">,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Change[]> {
  let wake = Promise.withResolvers<void>();
  const stop = store.onWrite(() => wake.resolve());
  const onAbort = () => wake.resolve();
  signal.addEventListener("abort", onAbort);
  try {
    for (let after = from; !signal.aborted; ) {
      wake = Promise.withResolvers<void>();
      const newest = await store.position();
      const changes = await store.changes(after, 500);
      if (changes.length > 0) {
        after = changes.at(-1)!.position;
        yield changes;
        continue;
      }
      // Where only some changes are shown, the others are not looked at again.
      after = Math.max(after, newest);
      if (!signal.aborted) await wake.promise;
    }
  } finally {
    stop();
    signal.removeEventListener("abort", onAbort);
  }
}
