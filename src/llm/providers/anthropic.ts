import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { oneEnd, type RunningTurn } from "../one-end.ts";
import { type Answered, send, serviceUrl } from "../send.ts";
import { ANTHROPIC_URL, anthropicHeaders } from "./anthropic-headers.ts";
import { anthropicRequest } from "./anthropic-request.ts";
import { readAnthropic } from "./anthropic-stream.ts";

/** How Anthropic is reached. */
export interface AnthropicSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly model: string;
  /** The most tokens of an answer when a turn does not say. */
  readonly maxTokens?: number;
}

const MAX_TOKENS = 8192;

/** Claude, through Anthropic's Messages API. */
export function anthropicEngine(settings: AnthropicSettings): Engine {
  const { apiKey, model, baseUrl = ANTHROPIC_URL, maxTokens = MAX_TOKENS } = settings;
  const service = (asked = model): Service => ({
    engine: "anthropic",
    label: "Anthropic",
    address: baseUrl,
    key: apiKey,
    noun: "model",
    model: asked,
    variables: { address: "ANTHROPIC_BASE_URL", key: "ANTHROPIC_API_KEY", model: "ANTHROPIC_MODEL" },
  });
  async function open(turn: RunningTurn): Promise<Answered> {
    checkService(service());
    return send(serviceUrl(baseUrl, "/v1/messages"), {
      method: "POST",
      headers: anthropicHeaders(apiKey),
      body: anthropicRequest(turn, { model, maxTokens }),
      answer: "events",
      signal: turn.signal,
    });
  }
  return oneEnd({
    name: "anthropic",
    model,
    run: (turn) => ({
      batches: () => readAnthropic(() => open(turn), { model: turn.model ?? model, onAlive: turn.onAlive }),
    }),
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}
