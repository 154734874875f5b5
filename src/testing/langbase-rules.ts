import type { RecordedRequest } from "./reply.ts";
import { type Account, keyProblem, type Refusal } from "./wire-format.ts";

/** The first reason for which Langbase would refuse a request. */
export function refuseLangbase(request: RecordedRequest, account: Account): Refusal | undefined {
  if (keyProblem(request, account) !== undefined)
    return { status: 401, code: "UNAUTHORIZED", message: "The API key is missing or not valid." };
  const { name, messages } = request.body;
  if (typeof name !== "string" || name === "") return bad("The name of a pipe is required.");
  if (account.models !== undefined && !account.models.includes(name))
    return { status: 404, code: "NOT_FOUND", message: `The pipe ${name} was not found.` };
  if (!Array.isArray(messages) || messages.length === 0)
    return bad("messages must be an array that is not empty.");
  const invalidRole = messages.findIndex(
    ({ role }) => !["system", "user", "assistant", "tool"].includes(role),
  );
  if (invalidRole !== -1)
    return bad(`messages[${invalidRole}].role must be system, user, assistant or tool.`);
}

function bad(message: string): Refusal {
  return { status: 400, code: "BAD_REQUEST", message };
}
