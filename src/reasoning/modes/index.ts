import type { Thought } from "../../ledger/index.ts";
import type { Engine } from "../../llm/index.ts";
import type { Author } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import type { ReasoningObserver } from "../ask.ts";
import { type DecisionAnswer, decision, decisionAnswer } from "./decision.ts";
import type { DecisionRequest } from "./decision-request.ts";
import { type DivergentAnswer, type DivergentRequest, divergent, divergentAnswer } from "./divergent.ts";
import { thoughtsOf } from "./mode-run.ts";
import { type ReflectionAnswer, type ReflectionRequest, reflection, reflectionAnswer } from "./reflection.ts";
import { type TreeAnswer, type TreeRequest, tree, treeAnswer } from "./tree.ts";

export type { DecisionAnswer, DivergentAnswer, ReflectionAnswer, TreeAnswer };

/** The reasoning modes besides the linear one. */
export const reasoningModes = ["tree", "divergent", "reflection", "decision"] as const;

/** One of the reasoning modes. */
export type ReasoningMode = (typeof reasoningModes)[number];

/** The fields of all modes; each mode uses its own. */
export type ReasonRequest = TreeRequest & DivergentRequest & ReflectionRequest & DecisionRequest;

/** The answer of a mode. */
export type ReasonAnswer = TreeAnswer | DivergentAnswer | ReflectionAnswer | DecisionAnswer;

/** Runs a mode and records its thoughts. A repeat with the same idempotency key gets the first answer. */
export async function reasonIn(
  mode: ReasoningMode,
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: ReasonRequest,
  watch: ReasoningObserver = {},
): Promise<ReasonAnswer> {
  const repeated = author.idempotency && (await store.appendResult(author.idempotency));
  if (repeated) {
    const first = repeated.thought.metadata.operation as ReasoningMode;
    return MODES[first].answer(await thoughtsOf(store, repeated.thought));
  }
  return MODES[mode].run(store, engine, author, order, watch);
}

interface Mode {
  readonly run: (
    store: Store,
    engine: Engine | undefined,
    author: Author,
    order: ReasonRequest,
    watch: ReasoningObserver,
  ) => Promise<ReasonAnswer>;
  /** The answer, rebuilt from the recorded thoughts. */
  readonly answer: (thoughts: readonly Thought[]) => ReasonAnswer;
}

const MODES: Readonly<Record<ReasoningMode, Mode>> = {
  tree: { run: tree, answer: treeAnswer },
  divergent: { run: divergent, answer: divergentAnswer },
  reflection: { run: reflection, answer: reflectionAnswer },
  decision: { run: decision, answer: decisionAnswer },
};
