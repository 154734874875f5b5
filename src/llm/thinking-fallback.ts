import { type Batch, type Batches, batchesOf, eventsIn } from "./batches.ts";
import type { Engine, ThinkingOrder, Turn } from "./engine.ts";
import type { EngineFailure } from "./engine-failure.ts";
import { goingOn } from "./going-on.ts";
import { learnThinking } from "./learn-thinking.ts";
import type { ThinkingOverrides } from "./thinking.ts";
import { type ThinkingWish, thinkingOrder } from "./thinking-order.ts";

/** What refusals have taught, by model. */
export type ThinkingMemory = Map<string, ThinkingOverrides>;

/** More than this many corrections of one turn, and the service contradicts itself. */
const MOST_LESSONS = 4;

/** An engine that asks again as a refusal of thinking tells, and remembers it for the model. */
export function withThinkingFallback(engine: Engine, memory: ThinkingMemory = new Map()): Engine {
  const { name } = engine;
  async function* run(turn: Turn): AsyncGenerator<Batch, Batches | undefined> {
    const model = turn.model ?? engine.model;
    for (let lessons = 0; ; lessons += 1) {
      const known = memory.get(model) ?? {};
      const sent = reorder(turn, model, known);
      const batches = batchesOf(engine.turn(sent));
      const failure = yield* attempt(batches);
      if (failure === undefined) return batches;
      const learnt = lessons < MOST_LESSONS ? learn(failure, sent, known) : undefined;
      if (learnt === undefined) {
        yield [{ type: "error", failure }];
        return;
      }
      memory.set(model, learnt);
    }
  }
  return { name, model: engine.model, turn: (turn) => eventsIn(goingOn(run(turn)), name, turn.signal) };
}

/** Passes the first events on; answers a failure when that is all there was. */
async function* attempt(batches: Batches): AsyncGenerator<Batch, EngineFailure | undefined> {
  let isPassedOn = false;
  try {
    const { done, value: batch } = await batches.next();
    if (done) return;
    if (batch[0]?.type === "error") return batch[0].failure;
    yield batch;
    isPassedOn = true;
  } finally {
    if (!isPassedOn) await batches.return?.();
  }
}

function learn(failure: EngineFailure, sent: Turn, known: ThinkingOverrides): ThinkingOverrides | undefined {
  const isRefusal = failure.kind === "refused" && (failure.status === 400 || failure.status === 422);
  if (!isRefusal || sent.thinking === undefined) return;
  const lesson = learnThinking(sent.thinking, failure.message);
  if (lesson === undefined) return;
  // A model that has refused both ways to think has none.
  const refusedBoth = known.kind !== undefined && lesson.kind !== undefined;
  return { ...known, ...lesson, ...(refusedBoth && { kind: "none" as const }) };
}

/** The turn as the model is known to take it: its order, read as the wish that it came from, is ordered anew. */
function reorder(turn: Turn, model: string, known: ThinkingOverrides): Turn {
  const { thinking: order, maxTokens, ...plain } = turn;
  if (order === undefined || Object.keys(known).length === 0) return turn;
  const limits = maxTokens === undefined ? {} : { maxTokens };
  const ordered = thinkingOrder(model, wishOf(order, known), limits, { ...shownBy(order), ...known });
  return {
    ...plain,
    ...(ordered.maxTokens !== undefined && { maxTokens: ordered.maxTokens }),
    ...(ordered.order && { thinking: ordered.order }),
  };
}

function wishOf(order: ThinkingOrder, known: ThinkingOverrides): ThinkingWish {
  if (order.type === "adaptive") return order.effort === undefined ? {} : { effort: order.effort };
  // A budget may be the largest that there was: it says nothing of an effort.
  if (order.type === "enabled") return known.kind === "adaptive" ? {} : { budget_tokens: order.budgetTokens };
  return { enabled: false };
}

/** What whoever ordered this took the model for. */
function shownBy(order: ThinkingOrder): ThinkingOverrides {
  if (order.type === "enabled") return { kind: "budget" };
  if (order.type === "adaptive") return { kind: "adaptive" };
  return { kind: "adaptive", canTurnOff: order.type };
}
