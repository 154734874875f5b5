import {
  type AppendResult,
  type Change,
  type Draft,
  type Fact,
  FactKind,
  type ImportedSession,
  type ImportedThought,
  type ImportResult,
  type Moment,
  type NewSession,
  type Session,
  type SessionSummary,
  type Source,
  type StoredEvidence,
  type Thought,
} from "../../ledger/index.ts";
import { pace } from "../../ledger/pace.ts";

/** Which sessions to list, newest activity first. */
export interface SessionFilter {
  readonly project?: string;
  /** Sessions with all of these tags. */
  readonly tags?: readonly string[];
  readonly status?: Session["status"];
  /** Archived sessions are left out by default; `all` includes them, `only` returns nothing else. */
  readonly archived?: "all" | "only";
  /** For completions. */
  readonly idPrefix?: string;
  readonly owner?: string;
  /** Sessions whose first thought has this source. */
  readonly source?: Source;
  /** Sessions with this text in their title or id (in any case), or with a thought that contains all its words. */
  readonly text?: string;
  /** The last session of the previous page. */
  readonly behind?: Pick<SessionSummary, "id" | "updatedAt">;
  readonly limit?: number;
}

/** The newest thought of a session that contains all words of a text. */
export interface SessionMatch {
  readonly seq: number;
  readonly thoughtNumber: number;
  /** The part of the thought around the match, with matching words in `[brackets]`. */
  readonly snippet: string;
}

/** A session in a list; `match` is set if it was found by one of its thoughts. */
export interface ListedSession extends SessionSummary {
  readonly match?: SessionMatch;
}

/** The fields of a session's first and last thought that lists show. */
export interface SessionEnds {
  readonly id: string;
  /** Source of the first thought. */
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
  /** The first 140 characters of its content. */
  readonly beginning: string;
}

/** Which part of a session to read, in order of `seq`. */
export interface ThoughtRange {
  /** Thoughts with a higher `seq`. */
  readonly after?: number;
  readonly limit?: number;
}

/** A fact that a model found, and the words of the thought that support it. */
export interface ExtractedFact extends Pick<Fact, "kind" | "text" | "reason" | "seq"> {
  readonly quotation: string;
}

/** Which facts of a session to read, by the `seq` of their thoughts. */
export interface FactRange {
  /** Facts of thoughts with a higher `seq`. */
  readonly after?: number;
  /** Facts of thoughts up to this `seq`. */
  readonly until?: number;
}

/** At most this many facts are read at once. */
export const MAX_FACTS = 20_000;

/** The part of a session up to a moment. */
export interface SessionExtent {
  readonly count: number;
  /** Branches besides the main one. */
  readonly branchCount: number;
  /** `seq` of its last thought; 0 if there is none. */
  readonly lastSeq: number;
  /** Thoughts before the last one with a later time, in order of `seq`: imports keep the times of the source. */
  readonly excluded: readonly number[];
  /** `seq` of the last thought of the whole session. */
  readonly total: number;
}

/** A search in the thoughts of all sessions. */
export interface SearchQuery {
  readonly text: string;
  readonly project?: string;
  /** In sessions with all of these tags. */
  readonly tags?: readonly string[];
  readonly sessionId?: string;
  readonly owner?: string;
  readonly source?: Source;
  /** Also searches archived sessions. A search in one session always does. */
  readonly archived?: boolean;
  /** Only thoughts that state a fact of this kind. */
  readonly kind?: RecallKind;
  /** ISO times, both included. */
  readonly since?: string;
  readonly until?: string;
  /** Default 20, at most 200. */
  readonly limit?: number;
}

/** The kinds that a search can be limited to: thoughts with a kind of fact, people's notes, or agents' thoughts. */
export const RECALL_KINDS = [...FactKind.options, "note", "thought"] as const;
export type RecallKind = (typeof RECALL_KINDS)[number];

/** A thought that matches a search, best first. */
export interface SearchHit {
  readonly thought: Thought;
  readonly title: string;
  readonly project: string;
  /** The part of the thought around the match, with matching words in `[brackets]`. */
  readonly snippet: string;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
  /** Why it is a hit: the words it contains, the fields and neighbours with others, its fact. */
  readonly why: string;
  /** The fact that it states; if it states several, the one that the question asks for. */
  readonly fact?: Fact;
  /** The numbers of the thoughts before and after it on its branch. */
  readonly neighbours: readonly number[];
}

/** Which thoughts with evidence to read, newest first. */
export interface EvidenceFilter {
  readonly sessionId?: string;
  readonly owner?: string;
  /** Thoughts whose evidence contains this text. */
  readonly text?: string;
  /** The position of the last thought of the previous page. */
  readonly behind?: number;
  /** Default and maximum 1,000. */
  readonly limit?: number;
}

/** A thought with its evidence as it is stored. */
export interface CitingThought {
  readonly thought: Thought;
  readonly evidence: readonly StoredEvidence[];
  readonly position: number;
}

/** The fields of a session that can change. */
export interface SessionChanges {
  readonly status?: Session["status"];
  readonly stage?: number;
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
  /** Empties the window of `think`: it starts again after the session's last thought. */
  readonly clearWindow?: boolean;
}

/** An edit of a session by a person or agent. It does not count as activity of the session. */
export interface SessionEdit {
  readonly title?: string;
  /** Replaces all tags. */
  readonly tags?: readonly string[];
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  readonly archived?: boolean;
  /** Records in the feed that the session was merged from others. */
  readonly merged?: true;
  /** Who edits: the principal, or the program if nobody signed in. */
  readonly by: string;
}

/** The session that a handle has open, its location in the hierarchy, and the notebook it used last. */
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

/** A session with the internal state that API answers leave out. */
export interface SessionRecord extends SessionSummary {
  /** The `seq` after which the window of `think` begins. */
  readonly windowStart: number;
}

/** Sessions, thoughts, handles, search and the feed. */
export interface LedgerStore {
  /** Places a draft and writes it in one transaction; durable when the promise resolves. */
  append(draft: Draft): Promise<AppendResult>;
  /**
   * Writes thoughts of another program's session with their original times, in one transaction: at most 500 per call.
   * Creates the session, or updates its title, status, metadata and last activity. A thought whose key is known is not
   * written again; if its branch changed, it moves to that branch.
   */
  importThoughts(session: ImportedSession, thoughts: readonly ImportedThought[]): Promise<ImportResult>;
  /**
   * Returns the project of a folder, and assigns one if it has none: `name`, or `name` with a suffix if another folder has
   * that project.
   */
  assignProject(folder: string, name: string, owner?: string): Promise<string>;
  /** The project of a folder, or `name` if it has none; undefined if another folder has that project. */
  folderProject(folder: string, name: string, owner?: string): Promise<string | undefined>;
  /** Takes a name once: true for the first caller of any process, false for all later ones. */
  takeOnce(name: NonNullable<Draft["idempotency"]>): Promise<boolean>;
  /** The result of an earlier append with this idempotency key. */
  appendResult(idempotency: NonNullable<Draft["idempotency"]>): Promise<AppendResult | undefined>;
  /**
   * Adds a critique to a thought, with the facts that it states, and returns it. An existing critique is kept and returned
   * instead.
   */
  saveCritique(
    sessionId: string,
    seq: number,
    critique: Readonly<Record<string, unknown>>,
    facts?: readonly ExtractedFact[],
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Opens a session. A repeat with the same idempotency key returns the first one. */
  openSession(session: NewSession, idempotency?: Draft["idempotency"]): Promise<SessionRecord>;
  changeSession(id: string, changes: SessionChanges): Promise<SessionRecord>;
  /** Edits a session in one transaction. An edit that changes nothing is not in the feed. */
  editSession(id: string, edit: SessionEdit): Promise<SessionRecord>;
  session(id: string): Promise<SessionRecord | undefined>;
  /** The state of a handle; empty for an unknown one. */
  handle(handle: string): Promise<HandleState>;
  /** Changes parts of a handle's state; an empty text removes a part. */
  moveHandle(handle: string, changes: Omit<HandleState, "lastSessionId">): Promise<HandleState>;
  sessions(filter: SessionFilter): Promise<readonly ListedSession[]>;
  /** The ends of these sessions, in any order; sessions without thoughts are left out. */
  sessionEnds(ids: readonly string[]): Promise<readonly SessionEnds[]>;
  /** Thoughts of one session, at most 1,000 per call. */
  thoughts(sessionId: string, range: ThoughtRange): Promise<readonly Thought[]>;
  /** The `seq` up to which a model has read a session for facts; 0 if none has. */
  factReading(sessionId: string): Promise<number>;
  /**
   * Adds the facts that a model found in the thoughts from `after` up to `until`. Returns false, and adds nothing, if
   * another process has read these thoughts already.
   */
  saveExtracted(
    sessionId: string,
    read: { readonly after: number; readonly until: number },
    facts: readonly ExtractedFact[],
  ): Promise<boolean>;
  /** Declared and extracted facts of one session in order of their thoughts, at most 20,000: the newest. */
  facts(sessionId: string, range?: FactRange): Promise<readonly Fact[]>;
  /** Thoughts of one session without their contents, at most 20,000 per call. */
  outline(sessionId: string, range: ThoughtRange): Promise<readonly OutlineEntry[]>;
  /** The part of a session up to a thought or a time (included), without reading the thoughts. */
  extent(sessionId: string, until: Moment): Promise<SessionExtent>;
  search(query: SearchQuery): Promise<readonly SearchHit[]>;
  /** Thoughts with evidence, newest first. */
  citingThoughts(filter: EvidenceFilter): Promise<readonly CitingThought[]>;
  /** Changes after a position, oldest first. */
  changes(after: number, limit: number): Promise<readonly Change[]>;
  /** The position of the newest change. */
  position(): Promise<number>;
  /** The same, and whether `changes` will have earlier writes only later. */
  feedState(): Promise<FeedState>;
  /** Calls back soon after any process has written. Returns a function that stops it. */
  onWrite(listener: () => void): () => void;
}

/** The state of the feed. */
export interface FeedState {
  /** The position of the newest change that can be read. */
  readonly position: number;
  /** Whether there are changes that can be read only when an older transaction has ended. */
  readonly more: boolean;
}

/** Reads a whole session in pages, so that only one page is in memory. */
export async function* allThoughts(
  store: Pick<LedgerStore, "thoughts">,
  sessionId: string,
  page = 500,
): AsyncGenerator<Thought> {
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

/** Follows the feed from a position until the signal aborts: every change, in order, once. */
export async function* follow(
  store: Pick<LedgerStore, "changes" | "position" | "onWrite">,
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
      // A view of a store shows only some changes: skip the others.
      after = Math.max(after, newest);
      if (!signal.aborted) await wake.promise;
    }
  } finally {
    stop();
    signal.removeEventListener("abort", onAbort);
  }
}
