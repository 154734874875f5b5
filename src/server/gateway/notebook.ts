import * as z from "zod";
import { aliases } from "../notebook/arguments.ts";
import { callNotebook } from "../notebook/call.ts";
import { notebookOperations } from "../notebook/operations.ts";
import { defineOperation } from "./operation.ts";

/** The arguments of all notebook operations; each reads its own. */
const input: z.ZodObject = z.object({
  action: z.string(),
  ...Object.assign({}, ...notebookOperations.map((one) => one.input.shape)),
});

/** The notebook operations, in the gateway's format. */
export const notebook = defineOperation({
  name: "notebook",
  summary: "{action, …}: code cells that run; actions and args at thoughtbox://notebook/operations",
  stage: 2,
  input,
  aliases: { ...aliases, action: ["operation"] },
  example: { action: "create", title: "Data Analysis", language: "typescript" },
  async run({ action = "", ...args }, { author, location, ...context }) {
    const caller = { handle: location.key!, idempotency: author.idempotency };
    const answer = await callNotebook(String(action), args, context, caller);
    await context.sessions.advance(location, 3);
    return answer;
  },
});
