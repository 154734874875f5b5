import * as z from "zod";
import { Invocation } from "../../ledger/index.ts";
import { list, time } from "./schemas.ts";

/** Mental models without their texts. */
export const ModelList = z
  .object({
    tags: list(z.object({ name: z.string(), description: z.string() })),
    models: list(
      z.object({ name: z.string(), title: z.string(), tags: list(z.string()), description: z.string() }),
    ),
  })
  .meta({ id: "ModelList" });
export type ModelList = z.infer<typeof ModelList>;

/** One mental model. */
export const ModelDetail = z
  .object({
    name: z.string(),
    title: z.string(),
    tags: list(z.string()),
    description: z.string(),
    content: z.string().describe("Markdown"),
    steps: list(z.object({ title: z.string(), text: z.string() })),
  })
  .meta({ id: "ModelDetail" });
export type ModelDetail = z.infer<typeof ModelDetail>;

/** Calls of tools and models, newest first. */
export const InvocationList = list(Invocation.meta({ id: "Invocation" }));
export type InvocationList = z.infer<typeof InvocationList>;

/** The statistics of one tool or model. */
export const InvocationStatistics = z
  .object({
    kind: Invocation.shape.kind,
    tool_name: z.string(),
    pipe_name: z.string().optional(),
    calls: z.int(),
    failures: z.int(),
    p50_ms: z.number(),
    p95_ms: z.number(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cost: z.number().optional(),
  })
  .meta({ id: "InvocationStatistics" });
export type InvocationStatistics = z.infer<typeof InvocationStatistics>;

/** Tokens and cost of model calls. */
export const ModelCosts = z
  .object({
    rows: list(
      z.object({
        day: z.iso.date(),
        project: z.string().describe("of the call's session"),
        model: z.string(),
        calls: z.int(),
        inputTokens: z.int(),
        outputTokens: z.int(),
        cost: z.number().optional().describe("dollars; absent if no call had a known price"),
      }),
    ),
    isPartial: z.boolean().describe("whether only the newest 50,000 calls were added up"),
  })
  .meta({ id: "ModelCosts" });
export type ModelCosts = z.infer<typeof ModelCosts>;

/** The state of the server and of the services that it uses. */
export const Health = z
  .object({
    status: z.enum(["healthy", "degraded", "unhealthy"]),
    services: z.record(z.string(), z.looseObject({ status: z.string() })),
    timestamp: time,
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

/** Every metric of this process now, as Prometheus would read it. */
export const MetricsSnapshot = z
  .object({
    samples: list(
      z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() }),
    ),
    at: time,
  })
  .meta({ id: "MetricsSnapshot" });
export type MetricsSnapshot = z.infer<typeof MetricsSnapshot>;
