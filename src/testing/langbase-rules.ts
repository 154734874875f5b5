import type { RecordedRequest } from "./reply.ts";
import { keyTrouble, type Refusal, type World } from "./wire-format.ts";

/** Why Langbase would turn a request away: the first reason it would find. */
export function refuseLangbase(request: RecordedRequest, world: World): Refusal | undefined {
  if (keyTrouble(request, world) !== undefined)
    return { status: 401, code: "UNAUTHORIZED", message: "The API key is missing or not valid." };
  const { name, messages } = request.body;
  if (typeof name !== "string" || name === "") return bad("The name of a pipe is required.");
  if (world.models !== undefined && !world.models.includes(name))
    return { status: 404, code: "NOT_FOUND", message: `The pipe ${name} was not found.` };
  if (!Array.isArray(messages) || messages.length === 0)
    return bad("messages must be an array that is not empty.");
  const odd = messages.findIndex(({ role }) => !["system", "user", "assistant", "tool"].includes(role));
  if (odd !== -1) return bad(`messages[${odd}].role must be system, user, assistant or tool.`);
}

function bad(message: string): Refusal {
  return { status: 400, code: "BAD_REQUEST", message };
}
