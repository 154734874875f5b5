import type {
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { Engine, ThinkingRequest } from "../engine.ts";
import { EngineFailure } from "../engine-failure.ts";
import { failureOf } from "../failures.ts";
import { type RunningTurn, toEngine } from "../provider.ts";
import { aiPrompt, type PromptRules } from "./ai-prompt.ts";
import { readAiStream } from "./ai-stream.ts";

/** A model of any AI SDK provider, with the current provider interface or the previous one. */
export type AiModel = LanguageModelV3 | LanguageModelV4;

/** An engine for an AI SDK model. */
export function aiModelEngine(model: AiModel): Engine {
  const { provider, modelId } = model;
  return toEngine({
    name: provider,
    model: modelId,
    async *run(turn) {
      if (turn.model !== undefined && turn.model !== modelId) {
        const text = `This engine serves only '${modelId}': omit the model, or create an engine for '${turn.model}'.`;
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

/** Runs one turn. The caller translates what it throws. */
export async function* runAiModel(model: AiModel, turn: RunningTurn, rules: Partial<PromptRules> = {}) {
  const version = model.specificationVersion;
  const options = {
    prompt: aiPrompt(turn, { version, toolImages: "inside", ...rules }),
    ...callOptions(turn),
    ...(version === "v4" && turn.thinking && { reasoning: effortOf(turn.thinking) }),
  };
  // The two interfaces differ in a few prompt types; `aiPrompt` produces the right one for the version.
  const { stream } = await (model as { doStream(options: unknown): PromiseLike<StreamResult> }).doStream(
    options,
  );
  yield* readAiStream(stream, { model: model.modelId, onHiddenContent: turn.onHiddenContent });
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
    maxOutputTokens: turn.maxTokens,
    temperature: turn.temperature,
    ...(tools.length > 0 && { tools, toolChoice: { type: turn.toolChoice ?? "auto" } }),
  };
}

/** The interface has no budget, so a budget becomes the nearest effort. */
function effortOf(request: ThinkingRequest) {
  if (request.type === "disabled" || request.type === "between_tools") return "none";
  if (request.type === "adaptive") return request.effort ?? "provider-default";
  return request.budgetTokens < 4096 ? "low" : request.budgetTokens < 16_384 ? "medium" : "high";
}
