import * as z from "zod";
import { Failure, tolerate } from "../../ledger/index.ts";
import { Answer, defineTool, type ToolContext } from "../../mcp/define.ts";
import { schemaOf } from "../../mcp/schema.ts";
import { actingIn, type Location } from "../../sessions/index.ts";
import type { Operation } from "../gateway/operation.ts";
import { operations } from "../gateway/operations.ts";
import { refusal } from "../gateway/refusal.ts";
import { findOperation, operationArgs, sessionArgument } from "../operation-args.ts";
import { sessionView } from "../resources/session.ts";
import { asksForCritique } from "./chain.ts";

/** The `thoughtbox_gateway` tool: every reasoning operation in one tool, unlocked stage by stage. */
export const thoughtboxGateway = defineTool({
  name: "thoughtbox_gateway",
  title: "Thoughtbox gateway",
  description: `Reasoning in stages: start_new or load_context opens stage 1, cipher stage 2. Send its sessionId in every args. Operations, their args:\n${operations.map(({ name, summary, stage }) => `${name} (${stage}): ${summary}`).join("\n")}\nSee thoughtbox://capabilities`,
  effect: "append",
  view: sessionView.uri,
  asksModel: asksForCritique,
  openWorld: true,
  input: z.object({
    operation: z.enum(operations.map(({ name }) => name) as [string, ...string[]]),
    args: operationArgs(
      operations.map(({ input }) => input),
      ["sessionId", "title", "thought", "thoughtNumber", "totalThoughts", "nextThoughtNeeded", "rootUri"],
    ),
  }),
  output: z.looseObject({}),
  aliases: { operation: ["action"], args: ["arguments", "params"] },
  examples: operations
    .filter(({ stage }) => stage === 0)
    .filter(({ name }) => !["load_context", "bind_root"].includes(name))
    .map(({ name, example }) => ({ title: name, input: { operation: name, args: example } })),
  refusal,
  async run({ operation: name = "", args = {} }, context) {
    const operation = findOperation(operations, name);
    const caller = context.caller.author();
    const named = sessionArgument(args) ?? sessionArgument(context.caller.rawArguments);
    const sessionId = caller.handle.origin === "argument" ? undefined : named;
    const author = actingIn(caller, sessionId);
    // A session id that is sent must exist; this is checked first.
    const location = await context.sessions.location(author, sessionId);
    if (location.key === undefined && !operation.placeless)
      throw await context.sessions.handleRequired(author, operation.name);
    // A thought without a handle opens a session, or continues a matching one.
    if (location.key !== undefined) refuseTooEarly(operation, location, named);
    const { value, warnings } = tolerate(schemaOf(operation.input), args, operation.aliases);
    const inner: ToolContext = { ...context, unread: [...context.unread, ...warnings] };
    const outcome = await operation.run(value, { ...inner, author, location });
    const answer = outcome instanceof Answer ? outcome : new Answer(outcome);
    return new Answer(answer.value as Record<string, unknown>, {
      embedded: answer.embedded,
      failed: answer.failed,
      text: answer.text,
      meta: answer.meta,
    });
  },
});

/** Throws with the calls that lead to the required stage: load the session that was sent, or start a new one. */
function refuseTooEarly(
  { name, stage: needed }: Operation,
  { stage, session }: Location,
  named: string | undefined,
): void {
  if (stage >= needed) return;
  const args = session && (stage > 0 || named !== undefined) ? { sessionId: session.id } : undefined;
  const steps = [
    {
      opens: 1,
      call: args
        ? { operation: "load_context", args }
        : { operation: "start_new", args: { title: "what you want to find out" } },
    },
    { opens: 2, call: { operation: "cipher", args } },
  ];
  const missing = steps.filter(({ opens }) => opens > stage && opens <= needed);
  const next = missing.map(({ call }) => JSON.stringify(call)).join(", then with ");
  throw new Failure("STAGE_NOT_MET", { operation: name, stage, needed, next });
}
