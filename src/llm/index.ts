export { type Batch, type Batched, batchesOf, eventsIn } from "./batches.ts";
export { type BreakerRules, withBreaker } from "./breaker.ts";
export { chooseEngine, type EngineName, type EngineSettings, engineNames } from "./choose.ts";
export { collect, type TurnDone } from "./collect.ts";
export { countable } from "./countable.ts";
export type * from "./engine.ts";
export { EngineFailure, type EngineFailureKind } from "./engine-failure.ts";
export * from "./message.ts";
export { oneEnd, type Provider, type RunningTurn } from "./one-end.ts";
export { costOf, type Price, pricedName } from "./prices.ts";
export { type AiModel, aiModelEngine } from "./providers/ai-model.ts";
export { type AnthropicSettings, anthropicEngine } from "./providers/anthropic.ts";
export { type ModelFactsSettings, modelFacts } from "./providers/anthropic-models.ts";
export { type LangbaseSettings, langbaseEngine } from "./providers/langbase.ts";
export { type OpenaiCompatibleSettings, openaiCompatibleEngine } from "./providers/openai-compatible.ts";
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
export type {
  AdaptiveThinking,
  BudgetThinking,
  ModelSizes,
  NoThinking,
  Thinking,
} from "./thinking-models.ts";
export { type OrderedThinking, type ThinkingWish, thinkingOrder } from "./thinking-order.ts";
export { type After, withTimeout } from "./timeout.ts";
