import type { Thought } from "../ledger/index.ts";
import { costOf, type Engine } from "../llm/index.ts";
import type { Author } from "../sessions/index.ts";
import type { Store } from "../store/port.ts";
import type { ReasoningObserver } from "./ask.ts";
import { type CritiqueOutcome, criticise } from "./critique.ts";
import type { InvocationLog } from "./invocation-log.ts";
import { type LinearRequest, type LinearResult, linear } from "./linear.ts";
import { type ReasonAnswer, type ReasoningMode, type ReasonRequest, reasonIn } from "./modes/index.ts";
import { recordedEngine } from "./recorded-engine.ts";

export type { ReasoningObserver } from "./ask.ts";
export { createInvocationLog, type InvocationLog } from "./invocation-log.ts";
export type { LinearResult } from "./linear.ts";
export { createLinearStream } from "./linear-stream.ts";
export type { RawInvocation } from "./raw-invocation.ts";
export { recordedEngine } from "./recorded-engine.ts";

/** The use cases that ask a model: the configured engine, or the client's own model. */
export interface Reasoning {
  /** Continues a session's reasoning by one step. */
  linear(author: Author, order: LinearRequest, observer?: ReasoningObserver): Promise<LinearResult>;
  /** Reasons in one of the other modes. */
  reason(
    mode: ReasoningMode,
    author: Author,
    order: ReasonRequest,
    observer?: ReasoningObserver,
  ): Promise<ReasonAnswer>;
  /** Reviews a recorded thought. It never fails; the result says why if there is no critique. */
  criticise(author: Author, thought: Thought, observer?: ReasoningObserver): Promise<CritiqueOutcome>;
}

/** What reasoning needs in addition to the store. */
export interface ReasoningSettings {
  /** Takes model turns; without it, the client's own model is asked if the client offers it. */
  readonly engine?: Engine | undefined;
  /** Stores model requests and answers; without it nothing is stored. */
  readonly invocations?: InvocationLog | undefined;
}

/** Creates the use cases that ask a model. */
export function createReasoning(store: Store, { engine, invocations }: ReasoningSettings): Reasoning {
  const engineFor = (author: Author) => {
    const chosen = engine ?? author.ownModel;
    return chosen && invocations ? recordedEngine(chosen, invocations, costOf) : chosen;
  };
  return {
    linear: (author, order, observer) => linear(store, engineFor(author), author, order, observer),
    reason: (mode, author, order, observer) =>
      reasonIn(mode, store, engineFor(author), author, order, observer),
    criticise: (author, thought, observer) => criticise(store, engineFor(author), thought, observer),
  };
}
