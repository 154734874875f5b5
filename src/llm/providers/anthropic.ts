import type { Anthropic } from "@anthropic-ai/sdk";
import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
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
  let client: Promise<Anthropic> | undefined;
  async function open(turn: RunningTurn): Promise<Response> {
    checkService(service());
    client ??= anthropicClient({ apiKey, baseUrl });
    const body = anthropicRequest(turn, { model, maxTokens });
    // Not `messages.create`, which writes warnings about models to the console.
    const request = (await client).post("/v1/messages", { body, stream: true, signal: turn.signal });
    return await request.asResponse();
  }
  return oneEnd({
    name: "anthropic",
    model,
    run: (turn) => readAnthropic(() => open(turn), turn.onAlive),
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}
