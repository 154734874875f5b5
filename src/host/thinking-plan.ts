import {
  type ModelFactsSettings,
  modelFacts,
  type OrderedThinking,
  type ThinkingOverrides,
  thinkingOrder,
} from "../llm/index.ts";
import type { LLMConfig } from "./config.ts";

/** What to order of a session's model. */
export interface ThinkingPlan {
  /** What is known now: the configuration goes before the service's facts, and those before the table. */
  order(): Promise<OrderedThinking>;
}

/** Asks for the facts about a model in the background, and plans with them as soon as they are there. */
export function planThinking(
  model: string,
  config: Pick<LLMConfig, "thinking" | "max_tokens">,
  facts?: ModelFactsSettings,
): ThinkingPlan {
  const asked: Promise<ThinkingOverrides> =
    facts === undefined ? Promise.resolve({}) : modelFacts(facts, model);
  const { overrides, ...wish } = config.thinking ?? {};
  return {
    async order() {
      const limits = config.max_tokens === undefined ? {} : { maxTokens: config.max_tokens };
      return thinkingOrder(model, wish, limits, { ...(await asked), ...overrides });
    },
  };
}
