import type {
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { Engine, ThinkingOrder, Turn } from "../engine.ts";
import { EngineFailure } from "../engine-failure.ts";
import { failureOf } from "../failures.ts";
import { oneEnd, type RunningTurn } from "../one-end.ts";
import { aiPrompt, type PromptRules } from "./ai-prompt.ts";
import { readAiStream } from "./ai-stream.ts";

/** A model of any provider of the AI SDK, of this interface or the one before it. */
export type AiModel = LanguageModelV3 | LanguageModelV4;

/** An engine for a model with the AI SDK's provider interface. */
export function aiModelEngine(model: AiModel): Engine {
  const { provider, modelId } = model;
  return oneEnd({
    name: provider,
    model: modelId,
    async *run(turn) {
      if (turn.model !== undefined && turn.model !== modelId) {
        const text = `This engine has the model '${modelId}' only: leave the model out, or make an engine for '${turn.model}'.`;
        throw new EngineFailure("model", provider, text);
      }
      yield* runAiModel(model, turn);
    },
    failure: (thrown) =>
      failureOf(
        {
          engine: provider,
          label: provider,
          address: "",
          key: undefined,
          noun: "model",
          model: modelId,
          variables: {
            address: "the provider's settings",
            key: "the provider's settings",
            model: "the model",
          },
        },
        thrown,
      ),
  });
}

/** One turn of a model; what it throws is the caller's to name. */
export async function* runAiModel(model: AiModel, turn: RunningTurn, rules: Partial<PromptRules> = {}) {
  const version = model.specificationVersion;
  const options = {
    prompt: aiPrompt(turn, { version, toolImages: "inside", ...rules }),
    ...callOptions(turn),
    ...(version === "v4" ? reasoningOf(turn.thinking) : {}),
  };
  // The two interfaces differ in a few types of their prompts, which the prompt above has been made to follow.
  const { stream } = await (model as { doStream(options: unknown): PromiseLike<StreamResult> }).doStream(
    options,
  );
  yield* readAiStream(stream, { model: model.modelId, onAlive: turn.onAlive });
}

interface StreamResult {
  readonly stream: ReadableStream<LanguageModelV3StreamPart | LanguageModelV4StreamPart>;
}

function callOptions(turn: RunningTurn) {
  const tools = (turn.tools ?? []).map(({ name, description, input }) => ({
    type: "function" as const,
    name,
    description,
    inputSchema: input,
  }));
  return {
    abortSignal: turn.signal,
    ...(turn.maxTokens === undefined ? {} : { maxOutputTokens: turn.maxTokens }),
    ...(turn.temperature === undefined ? {} : { temperature: turn.temperature }),
    ...(tools.length === 0 ? {} : { tools, toolChoice: { type: turn.toolChoice ?? "auto" } }),
  };
}

/** A budget has no place in this interface; it is turned into the nearest effort. */
function reasoningOf(order: Turn["thinking"]) {
  return order === undefined ? {} : { reasoning: effortOf(order) };
}

function effortOf(order: ThinkingOrder) {
  if (order.type === "disabled" || order.type === "between_tools") return "none";
  if (order.type === "adaptive") return order.effort ?? "provider-default";
  return order.budgetTokens < 4096 ? "low" : order.budgetTokens < 16_384 ? "medium" : "high";
}
