import * as z from "zod";
import { tolerate } from "../../ledger/index.ts";
import { defineTool, type Tool } from "../../mcp/define.ts";
import { schemaOf } from "../../mcp/schema.ts";
import { refusal } from "../gateway/refusal.ts";
import { metrics, metricsRange } from "../observability/metrics.ts";
import type { Observer, ObservingOperation } from "../observability/operation.ts";
import { alerts, dashboardUrl, health } from "../observability/server-state.ts";
import { sessionInfo, sessions } from "../observability/sessions.ts";
import { findOperation, operationArgs } from "../operation-args.ts";

/** Every operation of the observability gateway. */
export const observingOperations: readonly ObservingOperation[] = [
  health,
  metrics,
  metricsRange,
  sessions,
  sessionInfo,
  alerts,
  dashboardUrl,
];

/** Operations that need no other server. */
const ALONE = ["health", "metrics", "sessions", "session_info"];

/** The `observability_gateway` tool: the state of the system. Needs no stage and no session. */
export const observabilityGateway = (observer: Observer): Tool =>
  defineTool({
    name: "observability_gateway",
    title: "Observability gateway",
    description: `How this server is doing: health, metrics (PromQL), sessions, alerts. Operations and their args: ${observingOperations.map(({ name, summary }) => `${name} ${summary}`.trim()).join("; ")}`,
    effect: "read",
    input: z.object({
      operation: z.enum(observingOperations.map(({ name }) => name) as [string, ...string[]]),
      args: operationArgs(
        observingOperations.map(({ input }) => input),
        ["query", "sessionId", "status"],
      ),
    }),
    output: z.looseObject({}),
    aliases: { operation: ["action"], args: ["arguments", "params"] },
    examples: observingOperations
      .filter(({ name }) => ALONE.includes(name))
      .map(({ name, example }) => ({ title: name, input: { operation: name, args: example } })),
    refusal,
    async run({ operation: name = "", args = {} }, { sessions, progress, caller, unread }) {
      const operation = findOperation(observingOperations, name);
      const { value, warnings } = tolerate(schemaOf(operation.input), args, operation.aliases);
      const answer = await operation.run(value, { observer, sessions, progress, caller });
      return { ...answer, warning: [...unread, ...warnings].join(" ") || undefined };
    },
  });
