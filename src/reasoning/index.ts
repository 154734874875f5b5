import {
  type Analysis,
  type AppendResult,
  analyse,
  type Brief,
  type Failure,
  type NewSession,
  type SessionSummary,
  type Source,
  type Thought,
} from "../ledger/index.ts";
import { costOf, type Engine } from "../llm/index.ts";
import {
  allThoughts,
  type SearchHit,
  type SearchQuery,
  type SessionFilter,
  type Store,
} from "../store/port.ts";
import type { ReasoningObserver } from "./ask.ts";
import { briefSession } from "./brief.ts";
import { recordClassic } from "./classic.ts";
import { formattedContext, type ThinkAnswer, think } from "./context.ts";
import { type CritiqueOutcome, criticise } from "./critique.ts";
import { type ChainOrder, type ExportedChain, exportChainFile } from "./export-chain.ts";
import { exportText } from "./export-text.ts";
import type { InvocationLog } from "./invocation-log.ts";
import { type LinearOrder, type LinearResult, linear } from "./linear.ts";
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
import { type ReasonAnswer, type ReasoningMode, type ReasonOrder, reasonIn } from "./modes/index.ts";
import { type Page, readNewest, readPage } from "./page.ts";
import { clientKey, handleRequired, offeredIds } from "./place.ts";
import { type Author, type ChainThought, recordThought, sessionNotFound } from "./record.ts";
import { recordedEngine } from "./recorded-engine.ts";

export { shownHit } from "../store/port.ts";
export type { ReasoningObserver } from "./ask.ts";
export { createInvocationLog, type InvocationLog } from "./invocation-log.ts";
export type { LinearResult } from "./linear.ts";
export { createLinearStream } from "./linear-stream.ts";
export { hierarchyPath, LEVELS, type Location } from "./location.ts";
export { actingIn, clientKey, handleKey } from "./place.ts";
export type { RawInvocation } from "./raw-invocation.ts";
export type { Author, ChainThought } from "./record.ts";
export { recordedEngine } from "./recorded-engine.ts";

/** Clients drop messages over 10 MiB, so the context that is sent to one ends well before. */
const MAX_CONTEXT_BYTES = 4 * 1024 * 1024;

/** The use cases that the doors share. */
export interface Reasoning {
  think(author: Author, thought: string | undefined): Promise<ThinkAnswer & { readonly replayed: boolean }>;
  record(source: Source, author: Author, thought: ChainThought): Promise<AppendResult>;
  /** Has a model carry a session's reasoning one step further. */
  linear(author: Author, order: LinearOrder, watch?: ReasoningObserver): Promise<LinearResult>;
  /** Has a model reason in one of the further modes. */
  reason(
    mode: ReasoningMode,
    author: Author,
    order: ReasonOrder,
    watch?: ReasoningObserver,
  ): Promise<ReasonAnswer>;
  /** Has a model review a recorded thought; it never fails, but may say why there is no critique. */
  criticise(author: Author, thought: Thought, watch?: ReasoningObserver): Promise<CritiqueOutcome>;
  session(id: string): Promise<SessionSummary | undefined>;
  formattedContext(handle: string): Promise<string>;
  sessions(filter: SessionFilter): Promise<readonly SessionSummary[]>;
  search(query: SearchQuery): Promise<readonly SearchHit[]>;
  /** A page of a session's thoughts that fits into one message, and whether there are more. */
  page(sessionId: string, after: number): Promise<Page>;
  /** The newest of a session's `count` thoughts, at most so many, that fit into one message. */
  newest(sessionId: string, count: number, most: number): Promise<readonly Thought[]>;
  location(author: Author, sessionId?: string): Promise<Location>;
  startNew(location: Location, session: NewSession, key?: Author["idempotency"]): Promise<SessionSummary>;
  resume(location: Location): Promise<SessionSummary>;
  navigate(location: Location, to: Level, value: string): Promise<HierarchyPath>;
  bindRoot(location: Location, rootUri: string, clientRoots?: readonly string[]): Promise<string>;
  /** The folders that the operator permits callers to bind. */
  readonly roots: readonly string[];
  /** Raises the stage of the caller's session; it never falls. */
  advance(location: Location, stage: number): Promise<{ readonly stage: number }>;
  analyse(sessionId: string): Promise<Analysis>;
  /** A session in a few lines, for whoever takes it up again. */
  brief(sessionId: string, maxTokens?: number): Promise<Brief>;
  /** A session as one document that fits into an answer. */
  exportText(sessionId: string, format: "markdown" | "json"): Promise<string>;
  /** Writes a session to a new file in the data home or in the author's bound root. */
  exportChain(author: Author, order: ChainOrder, watch?: ExportObserver): Promise<ExportedChain>;
  /** The refusal of what needs a place, to an author that named none. */
  handleRequired(author: Author, operation: string): Promise<Failure>;
  /** Ids of the sessions that an author without a handle has opened, newest first. */
  ownSessions(author: Author): Promise<readonly string[]>;
  /** Raises the stage of a session; it never falls. */
  raise(sessionId: string, stage: number): Promise<void>;
  /** Ids of sessions that begin with this text, newest activity first. */
  sessionIds(prefix: string): Promise<readonly string[]>;
}

/** How a caller follows long work, and ends it. */
export interface ExportObserver {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => Promise<void>;
}

/** What the use cases need to know besides the store. */
export interface ReasoningSettings {
  readonly thinkMaxThoughts: number;
  /** The data home: exports go to a folder in it unless told otherwise. */
  readonly home: string;
  /** Folders of this machine that callers may bind, with what lies in them; none by default. */
  readonly roots?: readonly string[];
  /** Whether callers may bind folders of this machine; unless it says no, they may. */
  readonly bindsRoots?: boolean;
  /** What takes model turns; without it, a client's own model is asked where the client lends it. */
  readonly engine?: Engine | undefined;
  /** Keeps what models are asked and answer; without it nothing is kept. */
  readonly invocations?: InvocationLog | undefined;
}

/** Joins the use cases to a store. */
export function createReasoning(store: Store, settings: ReasoningSettings): Reasoning {
  const { thinkMaxThoughts, home, roots = [] } = settings;
  const { invocations } = settings;
  const engineFor = (author: Author) => {
    const engine = settings.engine ?? author.ownModel;
    return engine && invocations ? recordedEngine(engine, invocations, costOf) : engine;
  };
  return {
    linear: (author, order, watch) => linear(store, engineFor(author), author, order, watch),
    reason: (mode, author, order, watch) => reasonIn(mode, store, engineFor(author), author, order, watch),
    criticise: (author, thought, watch) => criticise(store, engineFor(author), thought, watch),
    think: (author, thought) => think(store, thinkMaxThoughts, author, thought, "think"),
    record: (source, author, thought) =>
      source === "classic"
        ? recordClassic(store, author, thought)
        : recordThought(store, source, author, thought),
    async session(id) {
      const session = await store.session(id);
      if (!session) return undefined;
      const { windowStart: _, ...summary } = session;
      return summary;
    },
    formattedContext: (handle) => formattedContext(store, thinkMaxThoughts, handle, MAX_CONTEXT_BYTES),
    sessions: (filter) => store.sessions(filter),
    search: (query) => store.search(query),
    page: (sessionId, after) => readPage(store, sessionId, after),
    newest: (sessionId, count, most) => readNewest(store, sessionId, count, most),
    location: (author, sessionId) => findLocation(store, author, sessionId),
    startNew: (location, session, key) => startNew(store, location, session, key),
    resume: (location) => resume(store, location),
    navigate: (location, to, value) => navigate(store, location, to, value),
    roots: settings.bindsRoots === false ? [] : roots,
    bindRoot: async (location, rootUri, clientRoots) => {
      if (settings.bindsRoots === false) throw rootsNotBound();
      return bindRoot(store, location, rootUri, clientRoots, { home, roots });
    },
    advance: ({ session, stage }, wanted) =>
      stage >= wanted ? Promise.resolve({ stage }) : store.changeSession(session!.id, { stage: wanted }),
    async analyse(sessionId) {
      const session = await store.session(sessionId);
      if (!session) throw sessionNotFound(sessionId);
      return analyse(session, allThoughts(store, sessionId));
    },
    brief: (sessionId, maxTokens) => briefSession(store, sessionId, maxTokens),
    exportText: (sessionId, format) => exportText(store, sessionId, format),
    exportChain: (author, order, watch) =>
      exportChainFile({ store, home, now: Date.now, ...watch }, author, order),
    handleRequired: ({ handle }, operation) => handleRequired(store, handle, operation),
    ownSessions: async ({ handle }) => {
      const client = clientKey(handle);
      return client === undefined ? [] : offeredIds(store, client);
    },
    async raise(sessionId, stage) {
      const session = await store.session(sessionId);
      if (session && session.stage < stage) await store.changeSession(sessionId, { stage });
    },
    sessionIds: async (prefix) =>
      (await store.sessions({ idPrefix: prefix, limit: 100 })).map(({ id }) => id),
  };
}
