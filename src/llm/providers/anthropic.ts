import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { type RunningTurn, toEngine } from "../provider.ts";
import { type ServiceResponse, send, serviceUrl } from "../send.ts";
import { ANTHROPIC_URL, anthropicHeaders, anthropicRequest } from "./anthropic-request.ts";
import { readAnthropic } from "./anthropic-stream.ts";

/** Connection to Anthropic. */
export interface AnthropicSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly model: string;
  /** The default token limit of an answer. */
  readonly maxTokens?: number;
}

const MAX_TOKENS = 8192;

/** Claude, through Anthropic's Messages API. */
export function anthropicEngine(settings: AnthropicSettings): Engine {
  const { apiKey, model, baseUrl = ANTHROPIC_URL, maxTokens = MAX_TOKENS } = settings;
  const service = (requested = model): Service => ({
    engine: "anthropic",
    label: "Anthropic",
    address: baseUrl,
    key: apiKey,
    noun: "model",
    model: requested,
    variables: { address: "ANTHROPIC_BASE_URL", key: "ANTHROPIC_API_KEY", model: "ANTHROPIC_MODEL" },
  });
  async function open(turn: RunningTurn): Promise<ServiceResponse> {
    checkService(service());
    return send(serviceUrl(baseUrl, "/v1/messages"), {
      method: "POST",
      headers: anthropicHeaders(apiKey),
      body: anthropicRequest(turn, { model, maxTokens }),
      answer: "events",
      signal: turn.signal,
    });
  }
  return toEngine({
    name: "anthropic",
    model,
    run: (turn) =>
      readAnthropic(() => open(turn), { model: turn.model ?? model, onHiddenContent: turn.onHiddenContent }),
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}
