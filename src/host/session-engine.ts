import { Failure } from "../ledger/index.ts";
import {
  type AiModel,
  aiModelEngine,
  anthropicEngine,
  type Engine,
  type ModelFactsSettings,
  modelFacts,
  openaiCompatibleEngine,
  planThinking,
  type Retries,
  type ThinkingMemory,
  type ThinkingPlan,
  withRetries,
  withThinkingFallback,
  withTimeout,
} from "../llm/index.ts";
import { isModelObject, type LLMConfig, TYPES } from "./config.ts";

/** Settings for the engines of all sessions. */
export interface EngineOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What refusals have taught about models. */
  readonly memory: ThinkingMemory;
  readonly retries: Pick<Retries, "maxRetries" | "delayMs">;
  /** How long a turn may be silent. */
  readonly timeoutMs: number;
  /** Wraps every engine. */
  readonly observe?: (engine: Engine) => Engine;
}

/** A session's engine, and where to ask for facts about its models. */
export interface SessionEngine {
  readonly engine: Engine;
  /** For Anthropic's own service. */
  readonly facts?: ModelFactsSettings;
}

/** How long the first turn waits for the facts about its model. */
const FACTS_MS = 1500;

/** Creates the engine of a configuration; an engine object is used as it is. */
export function sessionEngine(config: LLMConfig, options: EngineOptions): SessionEngine {
  const { model, type } = config;
  if (isModelObject(model))
    return { engine: "doStream" in model ? guard(aiModelEngine(model as AiModel), options) : model };
  if (type === undefined) throw invalid(`\`type\` is required. Use one of: ${TYPES.join(", ")}.`);
  const prefix = type === "claude" || type === "anthropic" ? "ANTHROPIC" : "OPENAI";
  const baseUrl = config.base_url || options.env[`${prefix}_BASE_URL`] || undefined;
  const apiKey = config.api_key || options.env[`${prefix}_API_KEY`] || undefined;
  const missingKey = () => invalid(`\`api_key\` is required: pass it, or set ${prefix}_API_KEY.`);
  if (prefix === "OPENAI") {
    // A local service may need no key.
    if (!apiKey && !baseUrl) throw missingKey();
    return { engine: guard(openaiCompatibleEngine({ model, baseUrl, apiKey }), options) };
  }
  if (!apiKey) throw missingKey();
  return {
    engine: guard(anthropicEngine({ model, apiKey, baseUrl }), options),
    facts: { apiKey, baseUrl, timeoutMs: FACTS_MS },
  };
}

/**
 * Returns a function that plans the thinking of a turn. The configuration overrides the service's facts, which are
 * fetched in the background, and those override the table.
 */
export function thinkingPlanner(
  model: string,
  { thinking = {}, max_tokens }: Pick<LLMConfig, "thinking" | "max_tokens">,
  facts?: ModelFactsSettings,
): () => Promise<ThinkingPlan> {
  const fetched = facts === undefined ? {} : modelFacts(facts, model);
  const { overrides, ...options } = thinking;
  return async () => planThinking(model, options, max_tokens, { ...(await fetched), ...overrides });
}

function guard(engine: Engine, { memory, retries, timeoutMs, observe }: EngineOptions): Engine {
  const retried = withThinkingFallback(withRetries(withTimeout(engine, timeoutMs), retries), memory);
  return observe?.(retried) ?? retried;
}

function invalid(problem: string): Failure {
  return new Failure("INVALID_ARGUMENT", { problem });
}
