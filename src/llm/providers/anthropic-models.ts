import type { Anthropic } from "@anthropic-ai/sdk";
import { readJson, send, serviceUrl } from "../send.ts";
import { EFFORTS, type ThinkingOverrides } from "../thinking.ts";
import { ANTHROPIC_URL, anthropicHeaders } from "./anthropic.ts";

/** Connection to the Models API. */
export interface ModelFactsSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  /** Defaults to three seconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3000;
const cache = new WeakMap<ModelFactsSettings, Map<string, Promise<ThinkingOverrides>>>();

/**
 * What the Models API says about a model; empty if it cannot be reached or does not know the model, so that the table
 * applies. Answers are cached per settings object.
 */
export function modelFacts(settings: ModelFactsSettings, model: string): Promise<ThinkingOverrides> {
  const answers = cache.get(settings) ?? new Map<string, Promise<ThinkingOverrides>>();
  cache.set(settings, answers);
  const known = answers.get(model);
  if (known !== undefined) return known;
  const answer = retrieve(settings, model).catch((error: { readonly status?: unknown }) => {
    // A 404 is final: the service lacks the model or the API. Anything else may be temporary.
    if (error?.status !== 404) answers.delete(model);
    return {};
  });
  answers.set(model, answer);
  return answer;
}

async function retrieve(settings: ModelFactsSettings, model: string): Promise<ThinkingOverrides> {
  const { apiKey, baseUrl = ANTHROPIC_URL, timeoutMs = TIMEOUT_MS } = settings;
  const response = await send(serviceUrl(baseUrl, `/v1/models/${encodeURIComponent(model)}`), {
    method: "GET",
    headers: anthropicHeaders(apiKey),
    answer: "document",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return factsOf((await readJson(response)) as Partial<ModelInfo>);
}

type ModelInfo = { readonly [K in keyof Anthropic.ModelInfo]: Anthropic.ModelInfo[K] | null };

/** Gateways imitate this API imperfectly, so every field is checked. */
function factsOf({
  max_input_tokens: input,
  max_tokens: output,
  capabilities,
}: Partial<ModelInfo>): ThinkingOverrides {
  return {
    ...(isSize(input) && { contextWindow: input }),
    ...(isSize(output) && { maxOutput: output }),
    ...(capabilities?.thinking?.types && waysOf(capabilities.thinking, capabilities.effort)),
  };
}

function waysOf(
  { supported, types }: Anthropic.ThinkingCapability,
  effort: Anthropic.EffortCapability | undefined,
): ThinkingOverrides {
  const takes = (type: keyof Anthropic.ThinkingTypes) => types[type]?.supported === true;
  if (supported === false || !(takes("adaptive") || takes("enabled"))) return { kind: "none" };
  return {
    kind: takes("adaptive") ? "adaptive" : "budget",
    takesBudget: takes("enabled"),
    canTurnOff: takes("disabled") ? "disabled" : takes("between_tools") ? "between_tools" : false,
    ...(effort !== undefined && { efforts: EFFORTS.filter((level) => effort[level]?.supported === true) }),
  };
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
