import type { RecordedRequest, RequestBody } from "./reply.ts";
import { type Account, keyProblem, type Refusal } from "./wire-format.ts";

/** The first reason for which the chat completions API would refuse a request. */
export function refuseOpenai(request: RecordedRequest, account: Account): Refusal | undefined {
  const problem = keyProblem(request, account);
  if (problem === "missing") return { ...invalid("You didn't provide an API key."), status: 401 };
  if (problem === "wrong")
    return { ...invalid("Incorrect API key provided."), status: 401, code: "invalid_api_key" };
  const { body } = request;
  if (typeof body.model !== "string") return invalid("you must provide a model parameter");
  if (account.models !== undefined && !account.models.includes(body.model)) return unknownModel(body.model);
  if ((body.messages ?? []).length === 0)
    return { ...invalid("Invalid 'messages': empty array.", "messages"), code: "empty_array" };
  return refuseReasoningModel(body) ?? refuseRoles(body) ?? refuseToolOrder(body.messages ?? []);
}

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"];

function invalid(message: string, param?: string): Refusal {
  return { status: 400, type: "invalid_request_error", message, param };
}

function unknownModel(model: string): Refusal {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return { ...invalid(message), status: 404, code: "model_not_found" };
}

/** Reasoning models accept neither `max_tokens` nor a temperature. */
function refuseReasoningModel(body: RequestBody): Refusal | undefined {
  if (!/^(o\d|gpt-5)/.test(String(body.model))) return;
  if (body.max_tokens !== undefined)
    return {
      ...invalid("Unsupported parameter: use 'max_completion_tokens' with this model.", "max_tokens"),
      code: "unsupported_parameter",
    };
  if (body.temperature !== undefined && body.temperature !== 1)
    return {
      ...invalid("Unsupported value: 'temperature' takes only its default (1) here.", "temperature"),
      code: "unsupported_value",
    };
}

function refuseRoles(body: RequestBody): Refusal | undefined {
  const invalidRole = (body.messages ?? []).findIndex(({ role }) => !ROLES.includes(role));
  if (invalidRole !== -1)
    return {
      ...invalid("Invalid value for 'role'.", `messages[${invalidRole}].role`),
      code: "invalid_value",
    };
}

interface WireToolCall {
  readonly id: string;
}

function refuseToolOrder(messages: NonNullable<RequestBody["messages"]>): Refusal | undefined {
  let open: readonly string[] = [];
  for (const [index, { role, tool_calls: calls, tool_call_id: answered }] of messages.entries()) {
    const param = `messages.[${index}].role`;
    if (role === "tool" && !open.includes(String(answered)))
      return invalid(
        "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        param,
      );
    if (role === "tool") open = open.filter((id) => id !== answered);
    else if (open.length > 0) return unanswered(open, param);
    if (role === "assistant")
      open = ((calls as readonly WireToolCall[] | undefined) ?? []).map(({ id }) => id);
  }
  if (open.length > 0) return unanswered(open, `messages.[${messages.length}].role`);
}

function unanswered(open: readonly string[], param: string): Refusal {
  return invalid(
    `An assistant message with 'tool_calls' must be followed by tool messages for each 'tool_call_id'. These had none: ${open.join(", ")}`,
    param,
  );
}
