import type { Effort, ThinkingRequest } from "./engine.ts";
import {
  type AdaptiveThinking,
  type BudgetThinking,
  EFFORTS,
  type ModelSizes,
  type ThinkingOverrides,
  thinkingOf,
} from "./thinking.ts";

/** The thinking options of a host configuration. */
export interface ThinkingOptions {
  readonly enabled?: boolean;
  readonly budget_tokens?: number;
  readonly effort?: Effort;
}

/** What to send, and a warning about options that cannot be followed. */
export interface ThinkingPlan {
  /** Absent if the request says nothing about thinking. */
  readonly request?: ThinkingRequest;
  readonly maxTokens?: number;
  readonly warning?: string;
}

/**
 * Decides what to ask of a model: it thinks unless the options turn it off. `maxTokens` is room for the answer; a budget
 * is added to it as far as the model's output limit allows, and an adaptive model without a limit gets room for its
 * effort.
 */
export function planThinking(
  model: string,
  options: ThinkingOptions = {},
  limit?: number,
  overrides: ThinkingOverrides = {},
): ThinkingPlan {
  const thinking = thinkingOf(model, overrides);
  if (thinking.kind === "none") return withoutThinking(model, options, limit);
  const maxTokens = limit === undefined ? undefined : Math.min(limit, thinking.maxOutput);
  const notes: string[] = [];
  if (maxTokens !== limit)
    notes.push(`${model} can output at most ${thinking.maxOutput} tokens, not ${limit}.`);
  const { request, ...plan } = decide(thinking, { model, options, maxTokens, notes });
  return {
    ...plan,
    request: request && overrides.summary === false ? withoutSummary(request) : request,
    warning: notes.length > 0 ? notes.join(" ") : undefined,
  };
}

const ANSWER_TOKENS = 8192;
const SMALLEST_BUDGET = 1024;
/** The assumed cost of each effort, for converting between efforts and budgets. */
const EFFORT_TOKENS: Readonly<Record<Effort, number>> = {
  low: 4096,
  medium: 16_384,
  high: 32_768,
  xhigh: 65_536,
  max: 131_072,
};

interface Input {
  readonly model: string;
  readonly options: ThinkingOptions;
  readonly maxTokens: number | undefined;
  /** Collects what cannot be done as configured. */
  readonly notes: string[];
}

function withoutThinking(model: string, options: ThinkingOptions, maxTokens?: number): ThinkingPlan {
  const { enabled, budget_tokens: budget, effort } = options;
  const isRequested = enabled ?? (budget !== undefined || effort !== undefined);
  const warning = isRequested ? `${model} is not known to support thinking: it answers without.` : undefined;
  return { maxTokens, warning };
}

function decide(thinking: BudgetThinking | AdaptiveThinking, input: Input): ThinkingPlan {
  const { model, options, maxTokens, notes } = input;
  const { enabled, budget_tokens: budget, effort } = options;
  if (enabled === false) {
    const off = thinking.kind === "budget" ? "disabled" : thinking.canTurnOff;
    if (off !== false) return { request: { type: off }, maxTokens };
    notes.push(`${model} cannot turn thinking off. A lower effort makes it think less.`);
  }
  if (thinking.kind === "budget") return byBudget(thinking, input);
  if (thinking.takesBudget && budget !== undefined && effort === undefined) return byBudget(thinking, input);
  const plan = byEffort(thinking, input);
  return enabled === false && effort === undefined ? { ...plan, request: undefined } : plan;
}

function byBudget(sizes: ModelSizes, { model, options, maxTokens, notes }: Input): ThinkingPlan {
  const { budget_tokens: requested, effort } = options;
  const wanted = requested ?? (effort === undefined ? sizes.contextWindow / 3 : EFFORT_TOKENS[effort]);
  const fit = fitBudget(sizes, wanted, maxTokens);
  const used = `budget_tokens ${fit.budgetTokens} is used`;
  if (effort !== undefined) notes.push(`${model} accepts no effort: ${used} instead of '${effort}'.`);
  else if (requested !== undefined && requested !== fit.budgetTokens)
    notes.push(`${model} cannot think for ${requested} tokens here: ${used}.`);
  return { request: { type: "enabled", budgetTokens: fit.budgetTokens }, maxTokens: fit.maxTokens };
}

function byEffort(
  { efforts, maxOutput }: AdaptiveThinking,
  { model, options, maxTokens, notes }: Input,
): ThinkingPlan {
  const budget = options.enabled === false ? undefined : options.budget_tokens;
  const requested = options.effort ?? (budget === undefined ? undefined : effortFor(budget));
  const effort = requested === undefined ? undefined : nearestEffort(efforts, requested);
  const used = effort === undefined ? "its default effort is used" : `effort '${effort}' is used`;
  if (budget !== undefined) notes.push(`${model} accepts no budget_tokens: ${used} instead of ${budget}.`);
  else if (requested !== effort) notes.push(`${model} has no effort '${requested}': ${used}.`);
  return {
    request: { type: "adaptive", effort },
    maxTokens: maxTokens ?? Math.min(maxOutput, ANSWER_TOKENS + EFFORT_TOKENS[effort ?? "high"]),
  };
}

function effortFor(budget: number): Effort {
  return EFFORTS.find((effort) => budget <= EFFORT_TOKENS[effort]) ?? "max";
}

/** A budget that fits into the model's output, and the token limit it needs. */
function fitBudget(
  { maxOutput }: ModelSizes,
  wanted: number,
  maxTokens?: number,
): { readonly budgetTokens: number; readonly maxTokens: number } {
  const budgetTokens = Math.max(SMALLEST_BUDGET, Math.floor(wanted));
  if (maxTokens !== undefined && maxTokens > budgetTokens && maxTokens <= maxOutput)
    return { budgetTokens, maxTokens };
  // If both do not fit, the answer keeps its own room, but at most half.
  const answer = Math.min(maxTokens ?? ANSWER_TOKENS, Math.floor(maxOutput / 2));
  const whole = Math.min(maxOutput, budgetTokens + answer);
  return { budgetTokens: Math.min(budgetTokens, whole - answer), maxTokens: whole };
}

/** The highest supported effort that does not exceed the requested one, or the lowest supported. */
function nearestEffort(efforts: readonly Effort[], requested: Effort): Effort | undefined {
  const below = EFFORTS.slice(0, EFFORTS.indexOf(requested) + 1);
  return below.findLast((effort) => efforts.includes(effort)) ?? efforts[0];
}

function withoutSummary(request: ThinkingRequest): ThinkingRequest {
  return request.type === "enabled" || request.type === "adaptive" ? { ...request, summary: false } : request;
}
