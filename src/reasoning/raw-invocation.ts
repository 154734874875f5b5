import { type Invocation, redact, redactText, timeOrderedId } from "../ledger/index.ts";

/** A call as its door saw it. Its values are read a moment later and must not change. */
export interface RawInvocation {
  readonly kind: Invocation["kind"];
  readonly name: string;
  readonly sessionId?: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly pipe?: string;
  readonly latencyMs: number;
  readonly error?: string;
  /** The code of the failure, where it has one. */
  readonly code?: string;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  readonly cost?: number;
  /** The principal that called. */
  readonly owner?: string;
}

/** A call that ended at this time as it is kept: what is secret is taken out, and what is long is cut. */
export function invocationOf(call: RawInvocation, time: number): Invocation {
  const { usage } = call;
  return {
    id: timeOrderedId(time),
    kind: call.kind,
    ...(call.sessionId !== undefined && { session_id: call.sessionId.slice(0, 200) }),
    tool_name: redactText(call.name.slice(0, 200)),
    input: asRecord(redact(call.input)),
    ...(call.output !== undefined && { output: asRecord(redact(call.output)) }),
    ...(call.pipe !== undefined && { pipe_name: call.pipe.slice(0, 200) }),
    latency_ms: Math.round(call.latencyMs),
    success: call.error === undefined,
    ...(call.error !== undefined && { error: String(redact(call.error)) }),
    ...(usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }),
    ...(call.cost !== undefined && { cost: call.cost }),
    created_at: new Date(time).toISOString(),
    ...(call.owner !== undefined && { owner: call.owner }),
  };
}

/** About how many letters a call holds on to while it waits. */
export function weightOf({ input, output }: RawInvocation): number {
  return weigh(input, 0) + weigh(output, 0);
}

/** How many members of a value are weighed; the others count as much as these on average. */
const WEIGHED = 20;

function weigh(value: unknown, depth: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (depth >= 4) return 1_000;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let sum = 64;
  for (let index = 0; index < members.length && index < WEIGHED; index++)
    sum += weigh(members[index], depth + 1);
  return sum * Math.max(1, members.length / WEIGHED);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value };
}
