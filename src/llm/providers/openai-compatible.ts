import { trimEnd } from "../../ledger/trim-end.ts";
import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { toEngine } from "../provider.ts";
import { send } from "../send.ts";
import { runAiModel } from "./ai-model.ts";

/** Connection to a service with OpenAI's chat completions; a local one needs no key. */
export interface OpenaiCompatibleSettings {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly model: string;
}

/** OpenAI, Ollama, vLLM, or any other service with chat completions. */
export function openaiCompatibleEngine(settings: OpenaiCompatibleSettings): Engine {
  const { apiKey, model } = settings;
  const address = withVersion(settings.baseUrl ?? "https://api.openai.com/v1");
  const service = (requested = model): Service => ({
    engine: "openai-compatible",
    label: labelOf(address),
    address,
    key: apiKey,
    noun: "model",
    model: requested,
    variables: { address: "OPENAI_BASE_URL", key: "OPENAI_API_KEY", model: "OPENAI_MODEL" },
  });
  return toEngine({
    name: "openai-compatible",
    model,
    async *run(turn) {
      checkService(service());
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name: "openaiCompatible",
        baseURL: address,
        apiKey,
        includeUsage: true,
        transformRequestBody: fitBody,
        fetch: serviceFetch,
      });
      yield* runAiModel(provider(turn.model ?? model), turn, { toolImages: "after" });
    },
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}

/** Adds the version that every such service has in its path. */
function withVersion(address: string): string {
  const trimmed = trimEnd(address, "/");
  return URL.canParse(trimmed) && new URL(trimmed).pathname === "/" ? `${trimmed}/v1` : trimmed;
}

function labelOf(address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : "OPENAI_BASE_URL";
  return host === "api.openai.com" ? "OpenAI" : `The service at ${host}`;
}

/** `fetch` for the AI SDK: every request goes through `send`, with its bounds and without redirects. */
const serviceFetch: typeof fetch = async (input, init = {}) => {
  const { status, headers, body } = await send(new URL(String(input)), {
    method: init.method === "GET" ? "GET" : "POST",
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === "string" ? init.body : undefined,
    answer: "events",
    signal: init.signal ?? new AbortController().signal,
  });
  const { "content-type": type = "application/json" } = headers;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await body.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await body.return?.();
    },
  });
  const isEmpty = status === 204 || status === 205;
  return new Response(isEmpty ? null : stream, { status, headers: { "content-type": type } });
};

/**
 * Adapts a request to the service: OpenAI's reasoning models have another name for the limit and accept no temperature;
 * others accept neither the effort `none` nor one above `high`.
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
