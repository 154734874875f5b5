import type { Anthropic } from "@anthropic-ai/sdk";
import { readJson, send, serviceUrl } from "../send.ts";
import type { ThinkingOverrides } from "../thinking.ts";
import { EFFORTS } from "../thinking-models.ts";
import { ANTHROPIC_URL, anthropicHeaders } from "./anthropic-headers.ts";

/** How the Models API is reached. */
export interface ModelFactsSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  /** How long to wait for it; three seconds when absent. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3000;
const asked = new WeakMap<ModelFactsSettings, Map<string, Promise<ThinkingOverrides>>>();

/**
 * What the Models API tells of a model, and nothing where it cannot be reached or does not know: the table holds then.
 * An answer is kept as long as the settings object is.
 */
export function modelFacts(settings: ModelFactsSettings, model: string): Promise<ThinkingOverrides> {
  const answers = asked.get(settings) ?? new Map<string, Promise<ThinkingOverrides>>();
  asked.set(settings, answers);
  const known = answers.get(model);
  if (known !== undefined) return known;
  const answer = retrieve(settings, model).catch((error: { readonly status?: unknown }) => {
    // A service without this model, or without this API, stays so; anything else may pass.
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
  return factsOf((await readJson(response)) as Told);
}

type Told = { readonly [K in keyof Anthropic.ModelInfo]?: Anthropic.ModelInfo[K] | null };

/** Gateways imitate this API more or less, so nothing in the answer is taken for granted. */
function factsOf({ max_input_tokens: input, max_tokens: output, capabilities }: Told): ThinkingOverrides {
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
