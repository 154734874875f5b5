import { join } from "node:path";
import { OWNER } from "../http/auth/principal.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Principal } from "../ledger/principal.ts";
import type { Engine } from "../llm/index.ts";
import type { View } from "../mcp/run-tool.ts";
import type { NotebookStore } from "../notebook/notebook-store.ts";
import type { Notebooks } from "../notebook/notebooks.ts";
import { BoundedMap } from "../primitives/bounded-map.ts";
import { createReasoning, type InvocationLog, type RawInvocation } from "../reasoning/index.ts";
import { createSessions } from "../sessions/index.ts";
import { writeNote } from "../sessions/notes.ts";
import { operatorStore } from "../store/operator-store.ts";
import { ownedStore } from "../store/owned-store.ts";
import { ownerIds, ownerTag } from "../store/owner-ids.ts";
import type { Store } from "../store/port.ts";
import { remoteNotebooks } from "../tasks/remote-notebooks.ts";
import { remoteReasoning } from "../tasks/remote-reasoning.ts";

/** How many principals' views are cached; creating one again costs little. */
const MAX_VIEWS = 1_000;

/** The whole ledger with the services that use it. */
export interface ViewSources {
  readonly store: Store;
  /** The data home. */
  readonly home: string;
  /** Folders of this machine that callers may bind. */
  readonly roots?: readonly string[];
  /** Folders whose files callers may cite without binding them. */
  readonly folders?: readonly string[];
  readonly notebooks: Notebooks;
  readonly thinkMaxThoughts: number;
  /** Whether a person may hold an answer back for a note; no by default. */
  readonly holds?: boolean;
  /** Whether answers carry hints of the linter; no by default. */
  readonly givesHints?: boolean;
  readonly engine: Engine | undefined;
  readonly invocations: InvocationLog;
  /** The queue for long work; without it, the work runs in this process. */
  readonly jobs?: Jobs;
}

/** The ledger as one caller sees it, with the store it is read from. */
export interface StoreView extends View {
  readonly store: Store;
  /** This caller's notebooks, saved through another store. */
  readonly notebooksOn: (store: NotebookStore) => Notebooks;
}

/**
 * The ledger as each principal sees it. Callers without authentication, and holders of the server's own token, own the
 * machine: they see everything as it is stored.
 */
export function createViews(sources: ViewSources): (principal: Principal | undefined) => StoreView {
  const whole = throughJobs(wholeView(sources), sources, undefined);
  const views = new BoundedMap<string, StoreView>(MAX_VIEWS, "insertion");
  return (principal) => {
    if (principal === undefined || principal.name === OWNER) return whole;
    const isOperator = principal.scopes.includes("operator");
    const steers = principal.scopes.includes("steer");
    const key = `${isOperator ? "operator" : "own"} ${steers} ${principal.name}`;
    const create = isOperator ? operatorView : ownView;
    const view = views.get(key) ?? throughJobs(create(sources, principal.name, steers), sources, principal);
    views.set(key, view);
    return view;
  };
}

/** The same view with long work run as jobs. A client's own model is asked here, because jobs cannot reach its connection. */
function throughJobs(
  view: StoreView,
  { jobs, engine }: ViewSources,
  principal: Principal | undefined,
): StoreView {
  if (!jobs) return view;
  const { notebooks, reasoning, store } = view;
  return {
    ...view,
    notebooks: jobs.isShared ? remoteNotebooks(notebooks, store, jobs, principal) : notebooks,
    reasoning: engine ? remoteReasoning(reasoning, jobs, principal) : reasoning,
  };
}

function wholeView(sources: ViewSources): StoreView {
  const { store, notebooks, invocations, home } = sources;
  return {
    store,
    note: invocations.note,
    notebooks,
    notebooksOn: (notebookStore) => notebooks.viewOf(notebookStore, home),
    sessions: createSessions(store, sources),
    reasoning: createReasoning(store, sources),
    reply: replyAs(store, OWNER),
  };
}

function ownView(sources: ViewSources, owner: string, steers: boolean): StoreView {
  const ids = ownerIds(owner);
  const store = ownedStore(sources.store, owner);
  const home = join(sources.home, "principals", ownerTag(owner));
  const invocations = mapCalls(sources.invocations, (call) => ({
    ...call,
    owner,
    sessionId: call.sessionId === undefined ? undefined : ids.own(call.sessionId),
  }));
  const engine = sources.engine && withOwnThreads(sources.engine, ids.own);
  return {
    store,
    note: invocations.note,
    sees: ids.shownChange,
    notebooks: sources.notebooks.viewOf(store, home),
    notebooksOn: (notebookStore) => sources.notebooks.viewOf(notebookStore, home),
    sessions: createSessions(store, { ...sources, home, dataHome: sources.home, owner, bindsRoots: false }),
    reasoning: createReasoning(store, { engine, invocations }),
    ...(steers && { reply: replyAs(store, owner) }),
  };
}

function operatorView(sources: ViewSources, owner: string, steers: boolean): StoreView {
  const { notebooks, home } = sources;
  const store = operatorStore(sources.store, owner);
  const invocations = mapCalls(sources.invocations, (call) => ({ ...call, owner }));
  return {
    store,
    note: invocations.note,
    notebooks: notebooks.viewOf(store, home),
    notebooksOn: (notebookStore) => notebooks.viewOf(notebookStore, home),
    sessions: createSessions(store, sources),
    reasoning: createReasoning(store, { engine: sources.engine, invocations }),
    ...(steers && { reply: replyAs(store, owner) }),
  };
}

/** Writes the reply of the person at a client as a note. */
function replyAs(store: Store, author: string): NonNullable<View["reply"]> {
  return (sessionId, text, thought, call) =>
    writeNote(store, sessionId, {
      text,
      thought,
      author,
      ...(call && { idempotency: { ...call, scope: `${call.scope}#reply` } }),
    });
}

function mapCalls(log: InvocationLog, map: (call: RawInvocation) => RawInvocation): InvocationLog {
  return { note: (call) => log.note(map(call)), close: () => log.close() };
}

/** The same engine with separate threads for this principal, for services that store threads. */
function withOwnThreads(engine: Engine, own: (id: string) => string): Engine {
  return {
    name: engine.name,
    model: engine.model,
    turn: (turn) => engine.turn(turn.thread === undefined ? turn : { ...turn, thread: own(turn.thread) }),
  };
}
