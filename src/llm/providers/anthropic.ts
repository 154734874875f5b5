import type { Anthropic } from "@anthropic-ai/sdk";
import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { listeningFetch } from "../listening-fetch.ts";
import { oneEnd, type RunningTurn } from "../one-end.ts";
import { ANTHROPIC_URL, anthropicClient } from "./anthropic-client.ts";
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

/** Claude, through Anthropic's own client. */
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
  async function open(turn: RunningTurn) {
    checkService(service());
    const client = await anthropicClient({ apiKey, baseUrl }, { fetch: listeningFetch(turn.onAlive) });
    const body = anthropicRequest(turn, { model, maxTokens });
    // Not `messages.create`, which writes warnings about models to the console.
    return await client.post<AsyncIterable<Anthropic.RawMessageStreamEvent>>("/v1/messages", {
      body,
      stream: true,
      signal: turn.signal,
    });
  }
  return oneEnd({
    name: "anthropic",
    model,
    run: (turn) => readAnthropic(() => open(turn)),
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}
