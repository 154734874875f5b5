import { join } from "node:path";
import { OWNER } from "./http/auth/principal.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Engine } from "./llm/index.ts";
import type { Principal } from "./mcp/caller.ts";
import type { View } from "./mcp/serve.ts";
import type { NotebookStore } from "./notebook/notebook-store.ts";
import type { Notebooks } from "./notebook/notebooks.ts";
import { createReasoning, type InvocationLog, type RawInvocation } from "./reasoning/index.ts";
import { operatorStore } from "./store/operator.ts";
import { ownedStore } from "./store/owned.ts";
import { ownerIds, ownerTag } from "./store/owner-ids.ts";
import type { Store } from "./store/port.ts";
import { remoteNotebooks } from "./tasks/remote-notebooks.ts";
import { remoteReasoning } from "./tasks/remote-reasoning.ts";

/** How many principals' views are at hand; making one again costs little. */
const MOST_VIEWS = 1_000;

/** What views are composed from: the whole ledger and what works on it. */
export interface ViewParts {
  readonly store: Store;
  /** The data home. */
  readonly home: string;
  /** Folders of this machine that callers may bind. */
  readonly roots?: readonly string[];
  readonly notebooks: Notebooks;
  readonly thinkMaxThoughts: number;
  readonly engine: Engine | undefined;
  readonly invocations: InvocationLog;
  /** Where long work is handed in; without it, it is done here. */
  readonly jobs?: Jobs;
}

/** The ledger as one caller sees it, with the store that it is read from. */
export interface StoreView extends View {
  readonly store: Store;
  /** The notebooks as this caller has them, kept through another notebookStore. */
  readonly notebooksOn: (notebookStore: NotebookStore) => Notebooks;
}

/**
 * The ledger as each principal sees it. Whoever need not say who they are, and whoever has the one token of the server,
 * are those whose machine it is: to them everything is as it is kept.
 */
export function composeViews(parts: ViewParts): (principal: Principal | undefined) => StoreView {
  const whole = throughJobs(wholeView(parts), parts, undefined);
  const views = new Map<string, StoreView>();
  return (principal) => {
    if (principal === undefined || principal.name === OWNER) return whole;
    const isOperator = principal.scopes.includes("operator");
    const key = `${isOperator ? "operator" : "own"} ${principal.name}`;
    const make = isOperator ? operatorView : ownView;
    const view = views.get(key) ?? throughJobs(make(parts, principal.name), parts, principal);
    // The view that was used last is the last to go.
    views.delete(key);
    views.set(key, view);
    if (views.size > MOST_VIEWS) views.delete(views.keys().next().value!);
    return view;
  };
}

/** The same view, but that long work is handed in. What asks the client's own model cannot leave its connection. */
function throughJobs(
  view: StoreView,
  { jobs, engine }: ViewParts,
  principal: Principal | undefined,
): StoreView {
  if (!jobs) return view;
  const { notebooks, reasoning, store } = view;
  return {
    ...view,
    ...(jobs.isShared && { notebooks: remoteNotebooks(notebooks, store, jobs, principal) }),
    ...(engine && { reasoning: remoteReasoning(reasoning, jobs, principal) }),
  };
}

function wholeView(parts: ViewParts): StoreView {
  const { store, notebooks, invocations, home } = parts;
  const notebooksOn = (notebookStore: NotebookStore) => notebooks.viewOf(notebookStore, home);
  return { store, notebooks, notebooksOn, note: invocations.note, reasoning: createReasoning(store, parts) };
}

function ownView(parts: ViewParts, owner: string): StoreView {
  const ids = ownerIds(owner);
  const store = ownedStore(parts.store, owner);
  const home = join(parts.home, "principals", ownerTag(owner));
  const invocations = noting(parts.invocations, (call) => ({
    ...call,
    owner,
    ...(call.sessionId !== undefined && { sessionId: ids.own(call.sessionId) }),
  }));
  const engine = parts.engine && withThreads(parts.engine, ids.own);
  return {
    store,
    note: invocations.note,
    sees: ids.shownChange,
    notebooks: parts.notebooks.viewOf(store, home),
    notebooksOn: (notebookStore) => parts.notebooks.viewOf(notebookStore, home),
    reasoning: createReasoning(store, { ...parts, home, engine, invocations, bindsRoots: false }),
  };
}

function operatorView(parts: ViewParts, owner: string): StoreView {
  const store = operatorStore(parts.store, owner);
  const invocations = noting(parts.invocations, (call) => ({ ...call, owner }));
  return {
    store,
    note: invocations.note,
    notebooks: parts.notebooks.viewOf(store, parts.home),
    notebooksOn: (notebookStore) => parts.notebooks.viewOf(notebookStore, parts.home),
    reasoning: createReasoning(store, { ...parts, invocations }),
  };
}

function noting(log: InvocationLog, marked: (call: RawInvocation) => RawInvocation): InvocationLog {
  return { note: (call) => log.note(marked(call)), close: () => log.close() };
}

/** The same engine for sessions of one principal: a service that keeps threads keeps those of two apart. */
function withThreads(engine: Engine, own: (id: string) => string): Engine {
  return {
    name: engine.name,
    model: engine.model,
    turn: (turn) => engine.turn(turn.thread === undefined ? turn : { ...turn, thread: own(turn.thread) }),
  };
}
