import type { Thought } from "../../ledger/index.ts";
import type { Engine } from "../../llm/index.ts";
import type { Author } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import type { ReasoningObserver } from "../ask.ts";
import { type DecisionAnswer, decision, decisionAnswer } from "./decision.ts";
import type { DecisionOrder } from "./decision-order.ts";
import { type DivergentAnswer, type DivergentOrder, divergent, divergentAnswer } from "./divergent.ts";
import { thoughtsOf } from "./mode-run.ts";
import { type ReflectionAnswer, type ReflectionOrder, reflection, reflectionAnswer } from "./reflection.ts";
import { type TreeAnswer, type TreeOrder, tree, treeAnswer } from "./tree.ts";

export type { DecisionAnswer, DivergentAnswer, ReflectionAnswer, TreeAnswer };

/** The ways of reasoning besides the linear one. */
export const reasoningModes = ["tree", "divergent", "reflection", "decision"] as const;

/** One of the ways of reasoning. */
export type ReasoningMode = (typeof reasoningModes)[number];

/** What any of the modes may be told; each takes its own fields. */
export type ReasonOrder = TreeOrder & DivergentOrder & ReflectionOrder & DecisionOrder;

/** The answer of a mode. */
export type ReasonAnswer = TreeAnswer | DivergentAnswer | ReflectionAnswer | DecisionAnswer;

/** Has a mode reason about an order and records it; a repeat with the same key gets the first answer. */
export async function reasonIn(
  mode: ReasoningMode,
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: ReasonOrder,
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
    order: ReasonOrder,
    watch: ReasoningObserver,
  ) => Promise<ReasonAnswer>;
  /** The same answer once more, told from what was recorded. */
  readonly answer: (thoughts: readonly Thought[]) => ReasonAnswer;
}

const MODES: Readonly<Record<ReasoningMode, Mode>> = {
  tree: { run: tree, answer: treeAnswer },
  divergent: { run: divergent, answer: divergentAnswer },
  reflection: { run: reflection, answer: reflectionAnswer },
  decision: { run: decision, answer: decisionAnswer },
};
