import { refuseConversation } from "./anthropic-conversation-rules.ts";
import { claudeModel } from "./anthropic-models.ts";
import { invalid } from "./anthropic-refusal.ts";
import { type Issued, refuseThinking } from "./anthropic-thinking-rules.ts";
import type { RecordedRequest, RequestBody } from "./reply.ts";
import { keyTrouble, type Refusal, type World } from "./wire-format.ts";

/** Why the Messages API would turn a request away: the first reason it would find. */
export function refuseAnthropic(request: RecordedRequest, world: World, issued: Issued): Refusal | undefined {
  const trouble = keyTrouble(request, world);
  if (trouble !== undefined) return unauthorised(trouble);
  const version = request.headers["anthropic-version"];
  if (version === undefined) return invalid("anthropic-version: header is required");
  if (!VERSIONS.includes(version)) return invalid(`anthropic-version: "${version}" is not a valid version`);
  const { body } = request;
  return (
    refuseShape(body, world) ??
    refuseSampling(body, version) ??
    refuseTools(body) ??
    refuseConversation(body) ??
    refuseThinking(body, issued)
  );
}

const VERSIONS = ["2023-01-01", "2023-06-01", "2026-10-21"];
const MAX_CACHE_MARKS = 4;

function unauthorised(trouble: "missing" | "wrong"): Refusal {
  const message = trouble === "wrong" ? "invalid x-api-key" : "x-api-key or Authorization header is required";
  return { status: 401, type: "authentication_error", message };
}

function refuseShape(body: RequestBody, world: World): Refusal | undefined {
  const { model, max_tokens: maxTokens } = body;
  if (typeof model !== "string") return invalid("model: Field required");
  if (world.models !== undefined && !world.models.includes(model))
    return { status: 404, type: "not_found_error", message: `model: ${model}` };
  if (maxTokens === undefined) return invalid("max_tokens: Field required");
  if (!Number.isInteger(maxTokens) || Number(maxTokens) < 1)
    return invalid("max_tokens: Input should be an integer greater than or equal to 1");
  const most = claudeModel(model).maxTokens;
  if (Number(maxTokens) > most)
    return invalid(`max_tokens: ${maxTokens} > ${most}, the most output tokens that ${model} allows`);
  const marks = JSON.stringify(body).match(/"cache_control":\{/g)?.length ?? 0;
  if (marks > MAX_CACHE_MARKS)
    return invalid(
      `A maximum of ${MAX_CACHE_MARKS} blocks with cache_control may be provided. Found ${marks}.`,
    );
}

function refuseSampling(body: RequestBody, version: string): Refusal | undefined {
  const given = ["temperature", "top_p", "top_k"].find((name) => body[name] !== undefined);
  if (given === undefined) return;
  if (version >= "2026-10-21") return invalid(`${given}: Extra inputs are not permitted`);
  if (!claudeModel(String(body.model)).sampling) return invalid(`${given} is not supported for this model`);
  const thinking = body.thinking as { type?: string } | undefined;
  if (given === "temperature" && thinking?.type === "enabled" && body.temperature !== 1)
    return invalid("temperature may only be set to 1 when thinking is enabled");
}

function refuseTools(body: RequestBody): Refusal | undefined {
  const tools = body.tools ?? [];
  const names = tools.map((tool) => String(tool.name));
  const odd = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name));
  if (odd !== -1)
    return invalid(`tools.${odd}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  if (new Set(names).size < names.length) return invalid("tools: Tool names must be unique.");
  const shapeless = tools.findIndex(
    (tool) => tool.type === undefined && (tool.input_schema as { type?: unknown })?.type !== "object",
  );
  if (shapeless !== -1)
    return invalid(`tools.${shapeless}.custom.input_schema.type: Input should be 'object'`);
  const choice = (body.tool_choice as { type?: string; name?: string } | undefined) ?? {};
  if (choice.type !== "any" && choice.type !== "tool") return;
  if (tools.length === 0) return invalid("tool_choice may only be specified while providing tools");
  if (choice.type === "tool" && !names.includes(String(choice.name)))
    return invalid(`Tool '${choice.name}' not found in provided tools`);
  if (!claudeModel(String(body.model)).forcedTools)
    return invalid(`tool_choice: "${choice.type}" is not supported for this model; use "auto" or "none"`);
  const thinking = body.thinking as { type?: string } | undefined;
  if (thinking?.type === "enabled")
    return invalid("Thinking may not be enabled when tool_choice forces tool use.");
}
