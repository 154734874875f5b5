export { type BreakerRules, withBreaker } from "./breaker.ts";
export { chooseEngine, type EngineName, type EngineSettings, engineNames } from "./choose.ts";
export { collect, type TurnDone } from "./collect.ts";
export type * from "./engine.ts";
export { EngineFailure, type EngineFailureKind } from "./engine-failure.ts";
export * from "./message.ts";
export { planThinking, type ThinkingOptions, type ThinkingPlan } from "./plan-thinking.ts";
export { costOf, pricedName } from "./prices.ts";
export { toEngine } from "./provider.ts";
export { type AiModel, aiModelEngine } from "./providers/ai-model.ts";
export { anthropicEngine } from "./providers/anthropic.ts";
export { type ModelFactsSettings, modelFacts } from "./providers/anthropic-models.ts";
export { langbaseEngine } from "./providers/langbase.ts";
export { openaiCompatibleEngine } from "./providers/openai-compatible.ts";
export type {
  CreateMessage,
  SamplingAnswer,
  SamplingAnswerContent,
  SamplingContent,
  SamplingRequest,
} from "./providers/sampling.ts";
export { samplingEngine } from "./providers/sampling.ts";
export { type Retries, withRetries } from "./retry.ts";
export { supportsThinking, type ThinkingOverrides, thinkingOf } from "./thinking.ts";
export { type ThinkingMemory, withThinkingFallback } from "./thinking-fallback.ts";
export { type After, withTimeout } from "./timeout.ts";
export { addUsage, countable, NO_USAGE } from "./usage.ts";
