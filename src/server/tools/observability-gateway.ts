import * as z from "zod";
import { Failure, tolerate } from "../../ledger/index.ts";
import { defineTool, type Tool } from "../../mcp/define.ts";
import { schemaOf } from "../../mcp/schema.ts";
import { refusal } from "../gateway/refusal.ts";
import type { Observer } from "../observability/observer.ts";
import { observingOperations as operations } from "../observability/operations.ts";
import { operationArgs } from "../operation-args.ts";

/** Operations that answer without another server. */
const ALONE = ["health", "metrics", "sessions", "session_info"];

/** The `observability_gateway` tool: how the system is doing. No stage, no session. */
export const observabilityGateway = (observer: Observer): Tool =>
  defineTool({
    name: "observability_gateway",
    title: "Observability gateway",
    description: `How this server is doing: health, figures (PromQL), sessions, alerts. Operations and their args: ${operations.map(({ name, summary }) => `${name} ${summary}`.trim()).join("; ")}`,
    effect: "read",
    input: z.object({
      operation: z.enum(operations.map(({ name }) => name) as [string, ...string[]]),
      args: operationArgs(
        operations.map(({ input }) => input),
        ["query", "sessionId", "status"],
      ),
    }),
    output: z.looseObject({}),
    aliases: { operation: ["action"], args: ["arguments", "params"] },
    examples: operations
      .filter(({ name }) => ALONE.includes(name))
      .map(({ name, example }) => ({ title: name, input: { operation: name, args: example } })),
    refusal,
    async run({ operation: name = "", args = {} }, { reasoning, progress, caller, unread }) {
      const operation = operations.find((one) => one.name === name.trim().toLowerCase());
      if (!operation)
        throw new Failure("INVALID_OPERATION", {
          operation: name.slice(0, 40),
          known: operations.map((one) => one.name).join(", "),
        });
      const { value, warnings } = tolerate(schemaOf(operation.input), args, operation.aliases);
      const answer = await operation.run(value, { observer, reasoning, progress, caller });
      const warning = [...unread, ...warnings].join(" ");
      return { ...answer, ...(warning !== "" && { warning }) };
    },
  });
