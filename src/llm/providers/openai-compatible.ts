import { trimEnd } from "../../ledger/trim-end.ts";
import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { oneEnd } from "../one-end.ts";
import { serviceFetch } from "../service-fetch.ts";
import { runAiModel } from "./ai-model.ts";

/** How a service with OpenAI's chat completions is reached; a local one needs no key. */
export interface OpenaiCompatibleSettings {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly model: string;
}

/** OpenAI, Ollama, vLLM, or any other service that speaks chat completions. */
export function openaiCompatibleEngine(settings: OpenaiCompatibleSettings): Engine {
  const { apiKey, model } = settings;
  const address = withVersion(settings.baseUrl ?? "https://api.openai.com/v1");
  const service = (asked = model): Service => ({
    engine: "openai-compatible",
    label: labelOf(address),
    address,
    key: apiKey,
    noun: "model",
    model: asked,
    variables: { address: "OPENAI_BASE_URL", key: "OPENAI_API_KEY", model: "OPENAI_MODEL" },
  });
  return oneEnd({
    name: "openai-compatible",
    model,
    async *run(turn) {
      checkService(service());
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name: "openaiCompatible",
        baseURL: address,
        ...(apiKey === undefined ? {} : { apiKey }),
        includeUsage: true,
        transformRequestBody: fitBody,
        fetch: serviceFetch,
      });
      yield* runAiModel(provider(turn.model ?? model), turn, { toolImages: "after" });
    },
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}

/** An address without a path lacks the version that every such service has in it. */
function withVersion(address: string): string {
  const trimmed = trimEnd(address, "/");
  return URL.canParse(trimmed) && new URL(trimmed).pathname === "/" ? `${trimmed}/v1` : trimmed;
}

function labelOf(address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : "OPENAI_BASE_URL";
  return host === "api.openai.com" ? "OpenAI" : `The service at ${host}`;
}

/**
 * Says what the service at hand understands: OpenAI's reasoning models know the limit by another name and take no
 * temperature; others know neither an effort of none nor one above high.
 */
function fitBody(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens: limit, temperature, reasoning_effort: effort, ...rest } = body;
  const reasons = /^(o\d|gpt-[5-9])/.test(String(body.model));
  return {
    ...rest,
    ...(limit !== undefined && { [reasons ? "max_completion_tokens" : "max_tokens"]: limit }),
    ...(temperature !== undefined && !reasons && { temperature }),
    ...(effort !== undefined &&
      effort !== "none" && { reasoning_effort: effort === "max" ? "high" : effort }),
  };
}
