import { ConfigError } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { chooseEngine, type Engine, EngineFailure, type EngineSettings } from "../llm/index.ts";

/** The configured engine; undefined if only a client's own model can be asked. */
export function engineFrom(config: Config): Engine | undefined {
  try {
    return chooseEngine(engineSettings(config));
  } catch (error) {
    throw error instanceof EngineFailure ? new ConfigError(`--engine: ${error.message}`) : error;
  }
}

/** `model` applies to whichever engine is chosen. */
function engineSettings(config: Config): EngineSettings {
  const { model } = config;
  return {
    engine: config.engine,
    langbase: {
      apiKey: config.langbaseApiKey,
      baseUrl: config.langbaseBaseUrl,
      pipe: model ?? config.pipeLinear,
      pipes: {
        tree: config.pipeTree,
        divergent: config.pipeDivergent,
        reflection: config.pipeReflection,
        decision: config.pipeDecision,
        critique: config.pipeCritique,
      },
    },
    anthropic: {
      apiKey: config.anthropicApiKey,
      baseUrl: config.anthropicBaseUrl,
      model: model ?? config.anthropicModel,
    },
    openai: {
      apiKey: config.openaiApiKey,
      baseUrl: config.openaiBaseUrl,
      model: model ?? config.openaiModel,
    },
    maxRetries: config.maxRetries,
    retryDelayMs: config.retryDelayMs,
    timeoutMs: config.requestTimeoutMs,
  };
}
