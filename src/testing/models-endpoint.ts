import { type Answer, jsonAnswer } from "./answer.ts";
import { claudeModel } from "./anthropic-models.ts";
import type { RecordedRequest } from "./reply.ts";
import { type Account, keyProblem, type WireFormat } from "./wire-format.ts";

/** The format of the list of models: Anthropic's for its clients, OpenAI's for others. */
export function modelsForm(request: RecordedRequest): "anthropic" | "openai" {
  return request.headers["anthropic-version"] === undefined ? "openai" : "anthropic";
}

/** Answers `GET /v1/models` and `GET /v1/models/{id}`. */
export function answerModels(request: RecordedRequest, account: Account, format: WireFormat): Answer {
  const refusal = keyProblem(request, account) && format.refuse(request, account);
  if (refusal !== undefined) return format.fail(refusal.status, refusal);
  const id = decodeURIComponent(request.path.match(/^\/v1\/models\/([^?]+)/)?.[1] ?? "");
  const ids = account.models ?? (id === "" ? [] : [id]);
  if (id !== "" && !ids.includes(id))
    return format.fail(404, { message: `model: ${id}`, code: "model_not_found" });
  const describe = modelsForm(request) === "anthropic" ? claudeInfo : openaiInfo;
  if (id !== "") return jsonAnswer(200, {}, describe(id));
  const data = ids.map(describe);
  const page = { data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null };
  return jsonAnswer(200, {}, modelsForm(request) === "anthropic" ? page : { object: "list", data });
}

function openaiInfo(id: string): object {
  return { id, object: "model", created: 0, owned_by: "clew" };
}

function claudeInfo(id: string): object {
  const model = claudeModel(id);
  const adaptive = model.thinking.includes("adaptive");
  const thinks = adaptive || model.thinking.includes("enabled");
  return {
    type: "model",
    id,
    display_name: id,
    created_at: "2026-01-01T00:00:00Z",
    lifecycle: "active",
    max_input_tokens: model.contextTokens,
    max_tokens: model.maxTokens,
    capabilities: {
      effort: { ...support(["low", "medium", "high", "max"], () => adaptive), supported: adaptive },
      thinking: {
        supported: thinks,
        types: support(["adaptive", "between_tools", "disabled", "enabled"], (type) =>
          model.thinking.includes(type),
        ),
      },
    },
  };
}

function support<Name extends string>(names: readonly Name[], supports: (name: Name) => boolean): object {
  return Object.fromEntries(names.map((name) => [name, { supported: supports(name) }]));
}
