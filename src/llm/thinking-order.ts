import type { Effort, ThinkingOrder } from "./engine.ts";
import { type ThinkingOverrides, thinkingOf } from "./thinking.ts";
import { type AdaptiveThinking, type BudgetThinking, EFFORTS, type ModelSizes } from "./thinking-models.ts";

/** What a host's configuration says of thinking; all of it may be left out. */
export interface ThinkingWish {
  readonly enabled?: boolean;
  readonly budget_tokens?: number;
  readonly effort?: Effort;
}

/** What to send, and what was not done as wished. */
export interface OrderedThinking {
  /** Absent where nothing is to be said about thinking. */
  readonly order?: ThinkingOrder;
  readonly maxTokens?: number;
  readonly warning?: string;
}

/**
 * What to order of a model: it thinks unless the wish says otherwise. `maxTokens` is room for the answer; a budget is
 * added to it as far as the model's output goes, and an adaptive model that is given none gets room for its effort.
 */
export function thinkingOrder(
  model: string,
  wish: ThinkingWish = {},
  limits: { readonly maxTokens?: number } = {},
  overrides: ThinkingOverrides = {},
): OrderedThinking {
  const thinking = thinkingOf(model, overrides);
  if (thinking.kind === "none") return without(model, wish, limits);
  const maxTokens =
    limits.maxTokens === undefined ? undefined : Math.min(limits.maxTokens, thinking.maxOutput);
  const notes: string[] = [];
  if (maxTokens !== limits.maxTokens)
    notes.push(`${model} puts out at most ${thinking.maxOutput} tokens, not ${limits.maxTokens}.`);
  const { order, ...rest } = orderOf(thinking, { model, wish, maxTokens, notes });
  return {
    ...rest,
    ...(order && { order: overrides.summary === false ? silent(order) : order }),
    ...(notes.length > 0 && { warning: notes.join(" ") }),
  };
}

const ANSWER_TOKENS = 8192;
const SMALLEST_BUDGET = 1024;
/** What each effort is taken to cost, where a budget is read as an effort or an effort as a budget. */
const EFFORT_TOKENS: Readonly<Record<Effort, number>> = {
  low: 4096,
  medium: 16_384,
  high: 32_768,
  xhigh: 65_536,
  max: 131_072,
};

interface Asked {
  readonly model: string;
  readonly wish: ThinkingWish;
  readonly maxTokens: number | undefined;
  /** What is not done as wished; more are added. */
  readonly notes: string[];
}

function without(
  model: string,
  { enabled, budget_tokens: budget, effort }: ThinkingWish,
  limits: { readonly maxTokens?: number },
): OrderedThinking {
  const wanted = enabled ?? (budget !== undefined || effort !== undefined);
  return { ...limits, ...(wanted && { warning: `${model} is not known to think: it goes on without.` }) };
}

function orderOf(thinking: BudgetThinking | AdaptiveThinking, asked: Asked): OrderedThinking {
  const { model, wish, maxTokens, notes } = asked;
  if (wish.enabled === false) {
    const off = thinking.kind === "budget" ? "disabled" : thinking.canTurnOff;
    if (off !== false) return { order: { type: off }, ...(maxTokens !== undefined && { maxTokens }) };
    notes.push(`${model} cannot turn thinking off; a lower effort makes it think less.`);
  }
  if (thinking.kind === "budget") return byBudget(thinking, asked);
  const { budget_tokens: budget, effort } = wish;
  if (thinking.takesBudget && budget !== undefined && effort === undefined) return byBudget(thinking, asked);
  const { order, ...rest } = byEffort(thinking, asked);
  return wish.enabled === false && effort === undefined ? rest : { ...rest, ...(order && { order }) };
}

function byBudget(sizes: ModelSizes, { model, wish, maxTokens, notes }: Asked): OrderedThinking {
  const { budget_tokens: asked, effort } = wish;
  const wanted = asked ?? (effort === undefined ? sizes.contextWindow / 3 : EFFORT_TOKENS[effort]);
  const fitted = fitBudget(sizes, wanted, maxTokens);
  const used = `budget_tokens ${fitted.budgetTokens} is used`;
  if (effort !== undefined) notes.push(`${model} takes no effort: ${used} instead of '${effort}'.`);
  else if (asked !== undefined && asked !== fitted.budgetTokens)
    notes.push(`${model} cannot think for ${asked} tokens here: ${used}.`);
  const order = { type: "enabled", budgetTokens: fitted.budgetTokens } as const;
  return { order, maxTokens: fitted.maxTokens };
}

function byEffort(
  { efforts, maxOutput }: AdaptiveThinking,
  { model, wish, maxTokens, notes }: Asked,
): OrderedThinking {
  const budget = wish.enabled === false ? undefined : wish.budget_tokens;
  const asked = wish.effort ?? (budget === undefined ? undefined : effortFor(budget));
  const effort = asked === undefined ? undefined : nearestEffort(efforts, asked);
  const used = effort === undefined ? "its own effort is used" : `effort '${effort}' is used`;
  if (budget !== undefined) notes.push(`${model} takes no budget_tokens: ${used} instead of ${budget}.`);
  else if (asked !== effort) notes.push(`${model} has no effort '${asked}': ${used}.`);
  return {
    order: { type: "adaptive", ...(effort !== undefined && { effort }) },
    maxTokens: maxTokens ?? Math.min(maxOutput, ANSWER_TOKENS + EFFORT_TOKENS[effort ?? "high"]),
  };
}

function effortFor(budget: number): Effort {
  return EFFORTS.find((effort) => budget <= EFFORT_TOKENS[effort]) ?? "max";
}

/** A budget that the model's output has room for, and the limit that it needs. */
function fitBudget(
  { maxOutput }: ModelSizes,
  wanted: number,
  maxTokens?: number,
): { readonly budgetTokens: number; readonly maxTokens: number } {
  const budgetTokens = Math.max(SMALLEST_BUDGET, Math.floor(wanted));
  if (maxTokens !== undefined && maxTokens > budgetTokens && maxTokens <= maxOutput)
    return { budgetTokens, maxTokens };
  // Where not all of both fits, the answer keeps its own room, but no more than half.
  const answer = Math.min(maxTokens ?? ANSWER_TOKENS, Math.floor(maxOutput / 2));
  const whole = Math.min(maxOutput, budgetTokens + answer);
  return { budgetTokens: Math.min(budgetTokens, whole - answer), maxTokens: whole };
}

/** The highest effort of those there are that is not above the one that is wanted, or the lowest there is. */
function nearestEffort(efforts: readonly Effort[], wanted: Effort): Effort | undefined {
  const below = EFFORTS.slice(0, EFFORTS.indexOf(wanted) + 1);
  return below.findLast((effort) => efforts.includes(effort)) ?? efforts[0];
}

/** The order without a request for summaries. */
function silent(order: ThinkingOrder): ThinkingOrder {
  return order.type === "enabled" || order.type === "adaptive" ? { ...order, summary: false } : order;
}
