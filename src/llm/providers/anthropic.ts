import type { Anthropic } from "@anthropic-ai/sdk";
import type { Engine } from "../engine.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { listeningFetch } from "../listening-fetch.ts";
import { oneEnd } from "../one-end.ts";
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
/** The longest that a timer takes: the library's own clock is switched off by it. */
const NEVER = 2 ** 31 - 1;

/** Claude, through Anthropic's own client. */
export function anthropicEngine(settings: AnthropicSettings): Engine {
  const { apiKey, model, baseUrl = "https://api.anthropic.com", maxTokens = MAX_TOKENS } = settings;
  const service = (asked = model): Service => ({
    engine: "anthropic",
    label: "Anthropic",
    address: baseUrl,
    key: apiKey,
    noun: "model",
    model: asked,
    variables: { address: "ANTHROPIC_BASE_URL", key: "ANTHROPIC_API_KEY", model: "ANTHROPIC_MODEL" },
  });
  return oneEnd({
    name: "anthropic",
    model,
    async *run(turn) {
      checkService(service());
      const { default: Client } = await import("@anthropic-ai/sdk");
      // Every setting that the library would take from the environment is given: only the configuration counts, and
      // its log would go to stdout.
      const client = new Client({
        apiKey,
        baseURL: baseUrl,
        webhookKey: null,
        maxRetries: 0,
        timeout: NEVER,
        logLevel: "off",
        openTelemetry: false,
        fetch: listeningFetch(turn.onAlive),
      });
      const body = anthropicRequest(turn, { model, maxTokens });
      // Not `messages.create`, which writes warnings about models to the console.
      const events = client.post<AsyncIterable<Anthropic.RawMessageStreamEvent>>("/v1/messages", {
        body,
        stream: true,
        signal: turn.signal,
      });
      yield* readAnthropic(await events);
    },
    failure: (thrown, turn) => failureOf(service(turn.model), thrown),
  });
}
