import { type BreakerRules, withBreaker } from "./breaker.ts";
import type { Engine } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { anthropicEngine } from "./providers/anthropic.ts";
import { langbaseEngine } from "./providers/langbase.ts";
import { openaiCompatibleEngine } from "./providers/openai-compatible.ts";
import { type CreateMessage, samplingEngine } from "./providers/sampling.ts";
import { withRetries } from "./retry.ts";
import { withTimeout } from "./timeout.ts";

/** The names that `--engine` takes, in the order in which what is configured is chosen. */
export const engineNames = ["langbase", "anthropic", "openai", "sampling"] as const;

/** One of the engines. */
export type EngineName = (typeof engineNames)[number];

/** What is configured; a part that is absent, or has neither key nor address, is not. */
export interface EngineSettings {
  /** Overrides the order. */
  readonly engine?: EngineName | undefined;
  readonly langbase?: Connection & {
    readonly pipe?: string | undefined;
    /** Pipes for purposes of their own. */
    readonly pipes?: Readonly<Record<string, string | undefined>>;
  };
  readonly anthropic?: Connection & {
    readonly model?: string | undefined;
    readonly maxTokens?: number | undefined;
  };
  readonly openai?: Connection & { readonly model?: string | undefined };
  readonly maxRetries?: number | undefined;
  readonly retryDelayMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly breaker?: BreakerRules;
}

interface Connection {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

const VARIABLES: Readonly<Record<EngineName, string>> = {
  langbase: "LANGBASE_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY, or OPENAI_BASE_URL for a service without a key",
  sampling: "nothing: it needs a client that lets a server ask its model",
};

/**
 * The engine to use, with its timeout, retries and breaker, or undefined where none is configured; throws an
 * EngineFailure when the one that was asked for by name is not configured. The client's own model is not wrapped: a
 * person may take their time to allow it.
 */
export function chooseEngine(settings: EngineSettings, createMessage?: CreateMessage): Engine | undefined {
  const sampling = () => (createMessage === undefined ? undefined : samplingEngine(createMessage));
  const asked = settings.engine;
  if (asked === "sampling") return sampling();
  if (asked !== undefined) return guarded(make(asked, settings) ?? notConfigured(asked), settings);
  for (const name of ["langbase", "anthropic", "openai"] as const) {
    const engine = make(name, settings);
    if (engine !== undefined) return guarded(engine, settings);
  }
  return sampling();
}

function make(name: Exclude<EngineName, "sampling">, settings: EngineSettings): Engine | undefined {
  if (name === "openai") {
    const { apiKey, baseUrl, model } = settings.openai ?? {};
    if (!apiKey && !baseUrl) return;
    return openaiCompatibleEngine({
      model: model || "gpt-5-mini",
      ...(apiKey && { apiKey }),
      ...(baseUrl && { baseUrl }),
    });
  }
  const { apiKey, baseUrl } = settings[name] ?? {};
  if (!apiKey) return;
  const connection = { apiKey, ...(baseUrl && { baseUrl }) };
  if (name === "langbase") {
    const { pipe, pipes } = settings.langbase ?? {};
    return langbaseEngine({ ...connection, ...(pipe && { pipe }), ...(pipes && { pipes }) });
  }
  const { model, maxTokens } = settings.anthropic ?? {};
  return anthropicEngine({
    ...connection,
    model: model || "claude-sonnet-5-5",
    ...(maxTokens !== undefined && { maxTokens }),
  });
}

function guarded(engine: Engine, settings: EngineSettings): Engine {
  const { maxRetries = 3, retryDelayMs = 1000, timeoutMs = 30_000, breaker } = settings;
  return withBreaker(
    withRetries(withTimeout(engine, timeoutMs), { maxRetries, delayMs: retryDelayMs }),
    breaker,
  );
}

function notConfigured(name: EngineName): never {
  const text = `The engine '${name}' is not configured: set ${VARIABLES[name]}.`;
  throw new EngineFailure("key", name === "openai" ? "openai-compatible" : name, text);
}
