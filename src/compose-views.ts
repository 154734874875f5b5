import { join } from "node:path";
import { OWNER } from "./http/auth/principal.ts";
import type { Engine } from "./llm/index.ts";
import type { Principal } from "./mcp/caller.ts";
import type { View } from "./mcp/serve.ts";
import type { Notebooks } from "./notebook/notebooks.ts";
import { type Call, createReasoning, type InvocationLog } from "./reasoning/index.ts";
import { operatorStore } from "./store/operator.ts";
import { ownedStore } from "./store/owned.ts";
import { ownerIds, ownerTag } from "./store/owner-ids.ts";
import type { Store } from "./store/port.ts";

/** How many principals' views are at hand; making one again costs little. */
const MOST_VIEWS = 1_000;

/** What views are composed from: the whole ledger and what works on it. */
export interface ViewParts {
  readonly store: Store;
  /** The data home. */
  readonly home: string;
  readonly notebooks: Notebooks;
  readonly thinkMaxThoughts: number;
  readonly engine: Engine | undefined;
  readonly invocations: InvocationLog;
}

/** The ledger as one caller sees it, with the store that it is read from. */
export interface StoreView extends View {
  readonly store: Store;
}

/**
 * The ledger as each principal sees it. Whoever need not say who they are, and whoever has the one token of the server,
 * are those whose machine it is: to them everything is as it is kept.
 */
export function composeViews(parts: ViewParts): (principal: Principal | undefined) => StoreView {
  const whole = wholeView(parts);
  const views = new Map<string, StoreView>();
  return (principal) => {
    if (principal === undefined || principal.name === OWNER) return whole;
    const isOperator = principal.scopes.includes("operator");
    const key = `${isOperator ? "operator" : "own"} ${principal.name}`;
    const view = views.get(key) ?? (isOperator ? operatorView : ownView)(parts, principal.name);
    // The view that was used last is the last to go.
    views.delete(key);
    views.set(key, view);
    if (views.size > MOST_VIEWS) views.delete(views.keys().next().value!);
    return view;
  };
}

function wholeView(parts: ViewParts): StoreView {
  const { store, notebooks, invocations } = parts;
  return { store, notebooks, note: invocations.note, reasoning: createReasoning(store, parts) };
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
    reasoning: createReasoning(store, { ...parts, invocations }),
  };
}

function noting(log: InvocationLog, marked: (call: Call) => Call): InvocationLog {
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
