import { Failure } from "../ledger/index.ts";
import {
  type AiModel,
  aiModelEngine,
  anthropicEngine,
  type Engine,
  type ModelFactsSettings,
  openaiCompatibleEngine,
  type Retries,
  type ThinkingMemory,
  withRetries,
  withThinkingFallback,
  withTimeout,
} from "../llm/index.ts";
import { isHandedIn, type LLMConfig, TYPES } from "./config.ts";

/** What engines are made with, the same for all sessions. */
export interface EngineSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What refusals have taught about models. */
  readonly memory: ThinkingMemory;
  readonly retries: Pick<Retries, "maxRetries" | "delayMs">;
  /** How long a turn may be silent. */
  readonly timeoutMs: number;
  /** Put around every engine. */
  readonly observe?: ((engine: Engine) => Engine) | undefined;
}

/** What answers a session's turns, and where the facts about its models are. */
export interface SessionEngine {
  readonly engine: Engine;
  /** For Anthropic's own service. */
  readonly facts?: ModelFactsSettings;
}

/** How long the first turn waits for the facts about its model. */
const FACTS_MS = 1500;

/** The engine that a configuration asks for; an engine that is handed in is used as it is. */
export function sessionEngine(config: LLMConfig, around: EngineSurroundings): SessionEngine {
  const { model } = config;
  if (isHandedIn(model))
    return { engine: "doStream" in model ? guarded(aiModelEngine(model as AiModel), around) : model };
  if (config.type === undefined)
    throw new Failure("INVALID_ARGUMENT", { problem: `type: missing. Give one of ${TYPES.join(", ")}.` });
  const isClaude = config.type === "claude" || config.type === "anthropic";
  const baseUrl = config.base_url || around.env[isClaude ? "ANTHROPIC_BASE_URL" : "OPENAI_BASE_URL"];
  const apiKey = config.api_key || around.env[isClaude ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY"];
  const address = baseUrl ? { baseUrl } : {};
  if (!isClaude) {
    // A service of one's own may need no key.
    if (!apiKey && !baseUrl) throw missingKey("OPENAI_API_KEY");
    const engine = openaiCompatibleEngine({ model, ...address, ...(apiKey && { apiKey }) });
    return { engine: guarded(engine, around) };
  }
  if (!apiKey) throw missingKey("ANTHROPIC_API_KEY");
  return {
    engine: guarded(anthropicEngine({ model, apiKey, ...address }), around),
    facts: { apiKey, ...address, timeoutMs: FACTS_MS },
  };
}

function guarded(engine: Engine, { memory, retries, timeoutMs, observe }: EngineSurroundings): Engine {
  const retried = withThinkingFallback(withRetries(withTimeout(engine, timeoutMs), retries), memory);
  return observe?.(retried) ?? retried;
}

function missingKey(variable: string): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: `api_key: missing. Give it, or set ${variable}.` });
}
