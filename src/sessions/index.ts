import type {
  AppendResult,
  Brief,
  Fact,
  LintResult,
  Moment,
  NewSession,
  Note,
  Source,
  Thought,
} from "../ledger/index.ts";
import { type Analysis, analyse, Failure, type SessionSummary, sessionIdFor } from "../ledger/index.ts";
import { createKeyedLock } from "../primitives/keyed-lock.ts";
import {
  allThoughts,
  type Delivery,
  type FactRange,
  type ListedSession,
  type NoteHit,
  type OutlineEntry,
  type SearchHit,
  type SearchQuery,
  type SessionEdit,
  type SessionFilter,
  type Store,
  type ThoughtRange,
} from "../store/port.ts";
import { type Annotations, unknownNote } from "./annotations.ts";
import { storeAsOf } from "./as-of.ts";
import { createBriefs } from "./brief.ts";
import {
  type CheckedReference,
  type CitedPlace,
  checkEvidence,
  citationsOf,
  sessionsWithEvidence,
} from "./check-evidence.ts";
import { recordClassic } from "./classic.ts";
import { compareSessions, type SessionComparison } from "./compare.ts";
import { formattedContext, type RecordedNote, think } from "./context.ts";
import { type DecisionState, decisionStates } from "./decision-states.ts";
import { deleteSessions, type ErasureProgress, finishDeletions } from "./delete-sessions.ts";
import { editSessions } from "./edit.ts";
import { type Erasure, redactThought } from "./erase.ts";
import { evidenceHasher } from "./evidence.ts";
import {
  type ChainExport,
  type ExportedChain,
  type ExportObserver,
  exportChainFile,
} from "./export-chain.ts";
import { exportText } from "./export-text.ts";
import { folderProjects } from "./folder-project.ts";
import { clientKey, handleRequired, isChosen, offeredIds } from "./handle-key.ts";
import { hintFor } from "./hints.ts";
import { type LintOptions, lintStored } from "./lint.ts";
import { countFacets, type Facets, listRows, rowsOf, type SessionRow, withConclusions } from "./list.ts";
import {
  bindRoot,
  findLocation,
  type HierarchyPath,
  type Level,
  type Location,
  navigate,
  resume,
  rootsNotBound,
  startNew,
} from "./location.ts";
import { type MergeRequest, mergeSessions } from "./merge.ts";
import { currentSession, type HeldCall, takeNotes } from "./notes.ts";
import { type Page, readNewest, readPage } from "./page.ts";
import { type PruneOptions, type PruneReport, type PruneRule, pruneSessions } from "./prune.ts";
import { type Author, type ChainThought, recordThought, sessionNotFound } from "./record.ts";
import { createStatistics, type SessionStatistics } from "./statistics.ts";
import { findLinks, type ThoughtLinks } from "./thought-links.ts";

export {
  RECALL_KINDS,
  type RecallKind,
  type SessionEdit,
  type SessionMatch,
} from "../store/port.ts";
export { type Annotations, readAnnotations } from "./annotations.ts";
export { type CheckedReference, type CitedPlace, checkExported } from "./check-evidence.ts";
export type { SessionComparison } from "./compare.ts";
export type { ErasureProgress } from "./delete-sessions.ts";
export type { ExportObserver } from "./export-chain.ts";
export { actingIn, clientKey, handleKey } from "./handle-key.ts";
export { hitView } from "./hit-view.ts";
export { isInState, stateFilter } from "./in-state.ts";
export type { LintOptions } from "./lint.ts";
export { hierarchyPath, LEVELS, type Location } from "./location.ts";
export type { PrunedSession } from "./prune.ts";
export type { Author, ChainThought } from "./record.ts";

/** Clients drop messages over 10 MiB, so the context sent to one is limited well below that. */
const MAX_CONTEXT_BYTES = 4 * 1024 * 1024;

/** How many unanswered notes a summary of a session shows: the newest. */
const MAX_OPEN_NOTES = 20;

/** The use cases on sessions that MCP tools, the HTTP API and the command line share. None of them asks a model. */
export interface Sessions {
  /** Records one thought of a chain. */
  record(source: Source, author: Author, thought: ChainThought): Promise<AppendResult>;
  /** Adds a note to the session of `think`. */
  think(author: Author, thought: string | undefined, annotations?: Annotations): Promise<RecordedNote>;
  /** The author with the project of its folder, if it opens a session now. */
  withProject(author: Author): Promise<Author>;
  /** The session that a caller has open; undefined for a caller without a handle. */
  current(author: Author): Promise<string | undefined>;
  /** Takes the notes that an answer on a session carries. `call` is the key of the call, `held` how it waits. */
  takeNotes(sessionId: string, call: Author["idempotency"], held?: HeldCall): Promise<Delivery>;
  /** The newest 1,000 notes of a session, oldest first. */
  notes(sessionId: string): Promise<readonly Note[]>;
  /** The notes of a session that no thought has answered, oldest first. */
  openNotes(sessionId: string): Promise<readonly Note[]>;
  /** A warning if a thought of a session answers a note that the session does not have; usually none. */
  unknownNote(sessionId: string, answersNote: string | undefined): Promise<readonly string[]>;
  /** The window of `think` as one text. */
  context(handle: string): Promise<string>;

  get(id: string): Promise<SessionSummary | undefined>;
  /** The same, but throws `SESSION_NOT_FOUND`. */
  need(id: string): Promise<SessionSummary>;
  /** The same use cases with one session as it was at a moment; without a moment, as it is. */
  asOf(id: string, moment: Moment | undefined): Promise<Sessions>;
  list(filter: SessionFilter): Promise<readonly ListedSession[]>;
  /** The same with the source of the first thought and the beginning of the last, in two queries in total. */
  listRows(filter: SessionFilter): Promise<readonly SessionRow[]>;
  /** Adds the newest decision or outcome to each row that has one. */
  withConclusions(rows: readonly SessionRow[]): Promise<readonly SessionRow[]>;
  /** One session as a list shows it, with its conclusion. */
  row(session: SessionSummary): Promise<SessionRow>;
  /** The values that the newest sessions can be filtered by, with counts. */
  facets(): Promise<Facets>;
  /** Ids that start with this text, newest activity first. */
  ids(prefix: string): Promise<readonly string[]>;
  /** Thoughts that answer a question, or with the kind `note` people's notes; best first. */
  search(query: SearchQuery): Promise<readonly (SearchHit | NoteHit)[]>;

  /** Renames, tags or archives sessions: all of them, or none if one cannot be. */
  edit(ids: readonly string[], edit: SessionEdit): Promise<readonly SessionSummary[]>;

  /** Compares two sessions by their facts. */
  compare(a: string, b: string): Promise<SessionComparison>;
  /** Opens a session that cites two others. */
  merge(ids: readonly [string, string], order: MergeRequest): Promise<SessionSummary>;

  /** Replaces the content of a thought for good. */
  redact(
    id: string,
    seq: number,
    reason: string,
    by: string,
  ): Promise<Erasure & { readonly thought: Thought }>;
  /** Deletes sessions for good: all of them, or none if one cannot be. */
  remove(
    ids: readonly string[],
    by: string,
    onProgress?: (progress: ErasureProgress) => void,
  ): Promise<Erasure & { readonly deleted: readonly string[] }>;
  /** Finishes deletions that were interrupted. Returns how many sessions these were. */
  finishDeletions(): Promise<number>;

  /** Archives and deletes old sessions by rules. Refused if that would delete every session. */
  prune(rules: readonly PruneRule[], options: PruneOptions & { readonly by: string }): Promise<PruneReport>;

  /** One page of a session's thoughts that fits into one message. */
  page(sessionId: string, after: number): Promise<Page>;
  /** The newest of a session's `count` thoughts, at most `most`, that fit into one message. */
  newest(sessionId: string, count: number, most: number): Promise<readonly Thought[]>;
  thoughts(sessionId: string, range: ThoughtRange): Promise<readonly Thought[]>;
  /** Every thought of a session, read page by page. */
  allThoughts(sessionId: string): AsyncGenerator<Thought>;
  /** Declared and extracted facts of a session, in order of their thoughts. */
  facts(sessionId: string, range?: FactRange): Promise<readonly Fact[]>;
  outline(sessionId: string, range: ThoughtRange): Promise<readonly OutlineEntry[]>;
  /** What revises a thought, and which branches start at it. */
  links(thought: Thought): Promise<ThoughtLinks>;
  analyse(sessionId: string): Promise<Analysis>;
  /** The analysis of a session together with its branches, in one pass. */
  statistics(session: SessionSummary): Promise<SessionStatistics>;
  /** A short summary of a session, written for the agent or person who resumes it. */
  brief(sessionId: string, maxTokens?: number): Promise<Brief>;
  /** The state of every reference of a session, in order of its thoughts. */
  checkEvidence(sessionId: string): Promise<readonly CheckedReference[]>;
  /** Thoughts that cite a file or a line in its current version, newest first. `file` is a real path. */
  citationsOf(file: string, line: number | undefined, workingFolder: string): Promise<readonly CitedPlace[]>;
  /** Ids of the sessions with evidence, newest evidence first. */
  sessionsWithEvidence(): Promise<readonly string[]>;
  /** The worst state of what each decision of a session cites; decisions that cite nothing are left out. */
  decisionStates(id: string, evidence: readonly CheckedReference[]): Promise<readonly DecisionState[]>;
  /** Checks a session with the linter. */
  lint(sessionId: string, options?: LintOptions): Promise<LintResult>;
  /** What the linter finds in a thought that was just recorded: at most one hint, and none unless hints are on. */
  hints(thought: Pick<Thought, "sessionId" | "seq">): Promise<readonly string[]>;
  /** A session as one document that fits into an answer. */
  exportText(sessionId: string, format: "markdown" | "json"): Promise<string>;
  /** Writes a session to a new file in the data home or in the author's bound root. */
  exportChain(author: Author, order: ChainExport, observer?: ExportObserver): Promise<ExportedChain>;

  location(author: Author, sessionId?: string): Promise<Location>;
  startNew(location: Location, session: NewSession, author: Author): Promise<SessionSummary>;
  resume(location: Location): Promise<SessionSummary>;
  navigate(location: Location, to: Level, value: string): Promise<HierarchyPath>;
  bindRoot(location: Location, rootUri: string, clientRoots?: readonly string[]): Promise<string>;
  /** The folders that the operator permits callers to bind. */
  readonly roots: readonly string[];
  /** Raises the stage of the caller's session; it never falls. */
  advance(location: Location, stage: number): Promise<{ readonly stage: number }>;
  /** Raises the stage of a session; it never falls. */
  raise(sessionId: string, stage: number): Promise<void>;
  /** The error for an operation that needs a handle, for an author that has none. */
  handleRequired(author: Author, operation: string): Promise<Failure>;
  /** Ids of the sessions that an author without a handle has opened, newest first. */
  ownSessions(author: Author): Promise<readonly string[]>;
}

/** What the use cases need in addition to the store. */
export interface SessionSettings {
  /** The size of the window of `think`. */
  readonly thinkMaxThoughts: number;
  /** The data home: exports go to a folder in it by default. */
  readonly home: string;
  /** The principal whose view this is, and the data home of the server, if they differ from the above. */
  readonly owner?: string;
  readonly dataHome?: string;
  /** Folders of this machine that callers may bind, including their subfolders; none by default. */
  readonly roots?: readonly string[];
  /** The folder that a process with one client was started in: its files can be cited without binding it. */
  readonly folders?: readonly string[];
  /** Whether callers may bind folders of this machine; yes by default. */
  readonly bindsRoots?: boolean;
  /** Whether a person may hold an answer back for a note; no by default. */
  readonly holds?: boolean;
  /** Whether answers carry hints of the linter; no by default. */
  readonly givesHints?: boolean;
}

/** Two erasures at once would each spare the quotes of a text that the other erases too. */
const oneByOne = createKeyedLock();

/** Who did something: a client chooses its own name, so its principal is named too. */
const actorOf = (name: string, owner: string | undefined): string =>
  owner === undefined || name === owner ? name : `${name} (${owner})`;

/** Creates the use cases on a store. */
export function createSessions(store: Store, settings: SessionSettings): Sessions {
  const {
    thinkMaxThoughts,
    home,
    owner,
    dataHome = home,
    roots = [],
    folders = [],
    bindsRoots = true,
    holds = false,
    givesHints = false,
  } = settings;
  const folderProject = folderProjects(store, { home: dataHome, folders });
  const parts = { hash: evidenceHasher(store, { home, folders, bindsRoots }), folderProject };
  const get = async (id: string) => {
    const session = await store.session(id);
    if (!session) return undefined;
    const { windowStart: _, ...summary } = session;
    return summary;
  };
  const need = async (id: string) => {
    const session = await get(sessionIdFor(id));
    if (session) return session;
    if (await store.isDeleted(sessionIdFor(id))) throw new Failure("SESSION_DELETED", { sessionId: id });
    throw sessionNotFound(id);
  };
  const sessions: Sessions = {
    record: (source, author, thought) =>
      source === "classic"
        ? recordClassic(store, author, thought, parts)
        : recordThought(store, source, author, thought, parts),
    think: (author, thought, annotations) =>
      think(store, thinkMaxThoughts, author, thought, "think", annotations, parts),
    async withProject(author) {
      const { handle } = author;
      if (isChosen(handle) && (await store.session(sessionIdFor(handle.text)))) return author;
      const project = await folderProject(author, async () => true);
      return project === undefined ? author : { ...author, project };
    },
    current: (author) => currentSession(store, author),
    takeNotes: (sessionId, call, held) => takeNotes(store, sessionId, call, holds ? held : undefined),
    notes: (sessionId) => store.notes(sessionId, {}),
    openNotes: (sessionId) => store.notes(sessionId, { open: true, limit: MAX_OPEN_NOTES }),
    unknownNote: (sessionId, answersNote) => unknownNote(store, sessionId, answersNote),
    context: (handle) => formattedContext(store, thinkMaxThoughts, handle, MAX_CONTEXT_BYTES),

    get,
    need,
    async asOf(id, moment) {
      if (!moment) return sessions;
      const session = await store.session((await need(id)).id);
      return createSessions(await storeAsOf(store, session!, moment), settings);
    },
    list: (filter) => store.sessions(filter),
    listRows: (filter) => listRows(store, filter),
    withConclusions: (rows) => withConclusions(store, rows),
    row: async (session) => (await withConclusions(store, await rowsOf(store, [session])))[0]!,
    facets: () => countFacets(store),
    ids: async (prefix) => (await store.sessions({ idPrefix: prefix, limit: 100 })).map(({ id }) => id),
    search: (query) => (query.kind === "note" ? store.searchNotes(query) : store.search(query)),

    edit: (ids, edit) => editSessions(store, ids, { ...edit, by: actorOf(edit.by, owner) }),
    compare: (a, b) => compareSessions(store, a, b),
    merge: (ids, order) => mergeSessions(store, ids, order),
    redact: (id, seq, reason, by) =>
      oneByOne(dataHome, () => redactThought({ store, home, dataHome, owner, by }, id, seq, reason)),
    remove: (ids, by, onProgress) =>
      oneByOne(dataHome, () => deleteSessions({ store, home, dataHome, owner, by }, ids, onProgress)),
    finishDeletions: () => finishDeletions({ store, home, dataHome, owner, by: "clew" }),

    prune: (rules, { by, ...options }) =>
      oneByOne(dataHome, () => pruneSessions({ store, home, dataHome, owner, by }, rules, options)),

    page: (sessionId, after) => readPage(store, sessionId, after),
    newest: (sessionId, count, most) => readNewest(store, sessionId, count, most),
    thoughts: (sessionId, range) => store.thoughts(sessionId, range),
    allThoughts: (sessionId) => allThoughts(store, sessionId),
    facts: (sessionId, range) => store.facts(sessionId, range),
    outline: (sessionId, range) => store.outline(sessionId, range),
    links: (thought) => findLinks(store, thought),
    async analyse(sessionId) {
      const session = await store.session(sessionId);
      if (!session) throw sessionNotFound(sessionId);
      return analyse(session, allThoughts(store, sessionId));
    },
    statistics: createStatistics(store),
    brief: createBriefs(store),
    checkEvidence: (sessionId) => checkEvidence(store, home, sessionId),
    citationsOf: (file, line, folder) => citationsOf(store, home, file, line, folder),
    sessionsWithEvidence: () => sessionsWithEvidence(store),
    decisionStates: (id, evidence) => decisionStates(store, id, evidence),
    hints: async (thought) => (givesHints ? hintFor(store, thought) : []),
    lint: async (sessionId, options) => lintStored(store, home, await need(sessionId), options),
    exportText: (sessionId, format) => exportText(store, sessionId, format),
    exportChain: (author, order, observer) =>
      exportChainFile({ store, home, now: Date.now, ...observer }, author, order),

    location: (author, sessionId) => findLocation(store, author, sessionId),
    startNew: (location, session, author) => startNew(store, location, session, author, folderProject),
    resume: (location) => resume(store, location),
    navigate: (location, to, value) => navigate(store, location, to, value),
    roots: bindsRoots ? roots : [],
    async bindRoot(location, rootUri, clientRoots) {
      if (!bindsRoots) throw rootsNotBound();
      return bindRoot(store, location, rootUri, clientRoots, { home, roots });
    },
    advance: async ({ session, stage }, wanted) =>
      stage >= wanted ? { stage } : store.changeSession(session!.id, { stage: wanted }),
    async raise(sessionId, stage) {
      const session = await store.session(sessionId);
      if (session && session.stage < stage) await store.changeSession(sessionId, { stage });
    },
    handleRequired: ({ handle }, operation) => handleRequired(store, handle, operation),
    async ownSessions({ handle }) {
      const client = clientKey(handle);
      return client === undefined ? [] : offeredIds(store, client);
    },
  };
  return sessions;
}
