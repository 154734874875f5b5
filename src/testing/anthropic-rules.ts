import { invalid, refuseConversation } from "./anthropic-conversation-rules.ts";
import { claudeModel } from "./anthropic-models.ts";
import { type Issued, refuseThinking } from "./anthropic-thinking-rules.ts";
import type { RecordedRequest, RequestBody } from "./reply.ts";
import { type Account, keyProblem, type Refusal } from "./wire-format.ts";

/** The first reason for which the Messages API would refuse a request. */
export function refuseAnthropic(
  request: RecordedRequest,
  account: Account,
  issued: Issued,
): Refusal | undefined {
  const problem = keyProblem(request, account);
  if (problem !== undefined) return unauthorized(problem);
  const version = request.headers["anthropic-version"];
  if (version === undefined) return invalid("anthropic-version: header is required");
  if (!VERSIONS.includes(version)) return invalid(`anthropic-version: "${version}" is not a valid version`);
  const body = withoutSystemMessages(request);
  return (
    refuseShape(body, account) ??
    refuseSampling(body, version) ??
    refuseTools(body) ??
    refuseConversation(body) ??
    refuseThinking(body, issued)
  );
}

/** With this beta, messages of the role `system` may be between the others. Claude Code sends the texts of its hooks so. */
const SYSTEM_MESSAGES = "mid-conversation-system-";

function withoutSystemMessages({ headers, body }: RecordedRequest): RequestBody {
  if (!headers["anthropic-beta"]?.includes(SYSTEM_MESSAGES)) return body;
  return { ...body, messages: body.messages?.filter(({ role }) => role !== "system") };
}

const VERSIONS = ["2023-01-01", "2023-06-01", "2026-10-21"];
const MAX_CACHE_MARKS = 4;

function unauthorized(problem: "missing" | "wrong"): Refusal {
  const message = problem === "wrong" ? "invalid x-api-key" : "x-api-key or Authorization header is required";
  return { status: 401, type: "authentication_error", message };
}

function refuseShape(body: RequestBody, account: Account): Refusal | undefined {
  const { model, max_tokens: maxTokens } = body;
  if (typeof model !== "string") return invalid("model: Field required");
  if (account.models !== undefined && !account.models.includes(model))
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
  const name = ["temperature", "top_p", "top_k"].find((one) => body[one] !== undefined);
  if (name === undefined) return;
  if (version >= "2026-10-21") return invalid(`${name}: Extra inputs are not permitted`);
  if (!claudeModel(String(body.model)).sampling) return invalid(`${name} is not supported for this model`);
  const thinking = body.thinking as { type?: string } | undefined;
  if (name === "temperature" && thinking?.type === "enabled" && body.temperature !== 1)
    return invalid("temperature may only be set to 1 when thinking is enabled");
}

function refuseTools(body: RequestBody): Refusal | undefined {
  const tools = body.tools ?? [];
  const names = tools.map((tool) => String(tool.name));
  const invalidName = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name));
  if (invalidName !== -1)
    return invalid(`tools.${invalidName}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  if (new Set(names).size < names.length) return invalid("tools: Tool names must be unique.");
  const withoutSchema = tools.findIndex(
    (tool) => tool.type === undefined && (tool.input_schema as { type?: unknown })?.type !== "object",
  );
  if (withoutSchema !== -1)
    return invalid(`tools.${withoutSchema}.custom.input_schema.type: Input should be 'object'`);
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
