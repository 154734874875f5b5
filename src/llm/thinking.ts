import { claudeId } from "./claude-id.ts";
import {
  type AdaptiveThinking,
  EFFORTS,
  listedThinking,
  type ModelSizes,
  type Thinking,
} from "./thinking-models.ts";

/**
 * What is known better than the table: from a configuration, from the Models API, or from a refusal. The fields that a
 * kind does not have are left aside.
 */
export interface ThinkingOverrides extends Partial<ModelSizes> {
  readonly kind?: Thinking["kind"];
  readonly canTurnOff?: AdaptiveThinking["canTurnOff"];
  readonly efforts?: AdaptiveThinking["efforts"];
  readonly takesBudget?: boolean;
  /** False where the service does not let a request ask for summaries. */
  readonly summary?: false;
}

/** Whether a model can think on request. */
export function supportsThinking(model: string): boolean {
  return thinkingOf(model).kind !== "none";
}

/** Whether and how a model thinks; models that are no Claude do not, unless the overrides say so. */
export function thinkingOf(model: string, overrides: ThinkingOverrides = {}): Thinking {
  const id = claudeId(model);
  const listed: Thinking = id === undefined ? { kind: "none" } : listedThinking(id);
  const kind = overrides.kind ?? listed.kind;
  if (kind === "none") return { kind };
  const known = { ...UNKNOWN, ...listed, ...overrides };
  const { canTurnOff, efforts, takesBudget, contextWindow, maxOutput } = known;
  if (kind === "budget") return { kind, contextWindow, maxOutput };
  return { kind, canTurnOff, efforts, takesBudget, contextWindow, maxOutput };
}

/** Sizes that no model that thinks falls short of, and the least that can be asked of an adaptive one. */
const UNKNOWN = {
  contextWindow: 200_000,
  maxOutput: 32_000,
  canTurnOff: false,
  efforts: EFFORTS,
  takesBudget: false,
} as const;
