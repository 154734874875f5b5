import * as z from "zod";

/** A logged call of a tool or a model. */
export const Invocation = z.object({
  id: z.string(),
  kind: z.enum(["tool", "model"]),
  session_id: z.string().optional(),
  tool_name: z.string().describe("the tool, or the engine of a model call"),
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()).optional(),
  pipe_name: z.string().optional().describe("the Langbase pipe, or the model"),
  latency_ms: z.int().optional(),
  success: z.boolean(),
  error: z.string().optional(),
  input_tokens: z.int().optional().describe("all tokens that the model read, cached or not"),
  output_tokens: z.int().optional(),
  cost: z.number().optional().describe("dollars, if the price is known"),
  created_at: z.iso.datetime().describe("when it ended"),
  owner: z.string().optional().describe("the principal that called; absent for calls on the machine itself"),
});
export type Invocation = z.infer<typeof Invocation>;

/** Which invocations to read, newest first. */
export interface InvocationFilter {
  readonly kind?: Invocation["kind"];
  /** The tool, or the engine of model calls. */
  readonly tool?: string;
  readonly sessionId?: string;
  readonly success?: boolean;
  /** Calls of this principal. */
  readonly owner?: string;
  /** ISO times, both included. */
  readonly since?: string;
  readonly until?: string;
  /** Those older than the invocation with this id, for the next page. */
  readonly before?: string;
  /** Default 50, at most 1,000. */
  readonly limit?: number;
}

/** Statistics of one tool or model. */
export interface InvocationStats {
  readonly kind: Invocation["kind"];
  readonly tool_name: string;
  readonly pipe_name?: string;
  readonly calls: number;
  readonly failures: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Dollars; absent if no call had a known price. */
  readonly cost?: number;
}
