import { type BreakerRules, withBreaker } from "./breaker.ts";
import type { Engine } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { anthropicEngine } from "./providers/anthropic.ts";
import { langbaseEngine } from "./providers/langbase.ts";
import { openaiCompatibleEngine } from "./providers/openai-compatible.ts";
import { type CreateMessage, samplingEngine } from "./providers/sampling.ts";
import { withRetries } from "./retry.ts";
import { withTimeout } from "./timeout.ts";

/** The values of `--engine`, in the order in which a configured engine is chosen. */
export const engineNames = ["langbase", "anthropic", "openai", "sampling"] as const;

/** One of the engines. */
export type EngineName = (typeof engineNames)[number];

/** The configured engines. An engine without a key or an address counts as not configured. */
export interface EngineSettings {
  /** Overrides the order. */
  readonly engine?: EngineName;
  readonly langbase?: Connection & {
    readonly pipe?: string;
    /** Pipes for single purposes. */
    readonly pipes?: Readonly<Record<string, string | undefined>>;
  };
  readonly anthropic?: Connection & { readonly model?: string; readonly maxTokens?: number };
  readonly openai?: Connection & { readonly model?: string };
  readonly maxRetries?: number;
  readonly retryDelayMs?: number;
  readonly timeoutMs?: number;
  readonly breaker?: BreakerRules;
}

interface Connection {
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

const VARIABLES: Readonly<Record<EngineName, string>> = {
  langbase: "LANGBASE_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY, or OPENAI_BASE_URL for a service without a key",
  sampling: "nothing: it needs a client that lets a server use its model",
};

/**
 * The engine to use, with timeout, retries and breaker; undefined if none is configured. Throws an EngineFailure if the
 * engine requested by name is not configured. The client's own model is not wrapped: a person may take their time to
 * approve a request.
 */
export function chooseEngine(settings: EngineSettings, createMessage?: CreateMessage): Engine | undefined {
  const sampling = () => (createMessage === undefined ? undefined : samplingEngine(createMessage));
  const requested = settings.engine;
  if (requested === "sampling") return sampling();
  if (requested !== undefined)
    return guard(create(requested, settings) ?? notConfigured(requested), settings);
  for (const name of ["langbase", "anthropic", "openai"] as const) {
    const engine = create(name, settings);
    if (engine !== undefined) return guard(engine, settings);
  }
  return sampling();
}

/** Empty strings count as absent: that is what an unset variable in a compose file or shell script becomes. */
function create(name: Exclude<EngineName, "sampling">, settings: EngineSettings): Engine | undefined {
  const apiKey = settings[name]?.apiKey || undefined;
  const baseUrl = settings[name]?.baseUrl || undefined;
  if (name === "openai") {
    if (!apiKey && !baseUrl) return;
    return openaiCompatibleEngine({ model: settings.openai?.model || "gpt-5-mini", apiKey, baseUrl });
  }
  if (!apiKey) return;
  if (name === "langbase") {
    const { pipe, pipes } = settings.langbase ?? {};
    return langbaseEngine({ apiKey, baseUrl, pipe: pipe || undefined, pipes });
  }
  const { model, maxTokens } = settings.anthropic ?? {};
  return anthropicEngine({ apiKey, baseUrl, model: model || "claude-sonnet-5-5", maxTokens });
}

function guard(engine: Engine, settings: EngineSettings): Engine {
  const { maxRetries = 3, retryDelayMs = 1000, timeoutMs = 30_000, breaker } = settings;
  const retried = withRetries(withTimeout(engine, timeoutMs), { maxRetries, delayMs: retryDelayMs });
  return withBreaker(retried, breaker);
}

function notConfigured(name: EngineName): never {
  const text = `The engine '${name}' is not configured: set ${VARIABLES[name]}.`;
  throw new EngineFailure("key", name === "openai" ? "openai-compatible" : name, text);
}
