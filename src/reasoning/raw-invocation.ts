import { type Invocation, redact, redactText, timeOrderedId } from "../ledger/index.ts";

/** A call before redaction. Its values are read a moment later and must not change. */
export interface RawInvocation {
  readonly kind: Invocation["kind"];
  readonly name: string;
  readonly sessionId?: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly pipe?: string;
  readonly latencyMs: number;
  readonly error?: string;
  /** The failure's code, if it has one. */
  readonly code?: string;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  readonly cost?: number;
  /** The principal that called. */
  readonly owner?: string;
}

/** The call as it is stored: secrets are redacted and long values cut. */
export function invocationOf(call: RawInvocation, time: number): Invocation {
  const { usage } = call;
  return {
    id: timeOrderedId(time),
    kind: call.kind,
    session_id: call.sessionId?.slice(0, 200),
    tool_name: redactText(call.name.slice(0, 200)),
    input: asRecord(redact(call.input)),
    output: call.output === undefined ? undefined : asRecord(redact(call.output)),
    pipe_name: call.pipe?.slice(0, 200),
    latency_ms: Math.round(call.latencyMs),
    success: call.error === undefined,
    error: call.error === undefined ? undefined : String(redact(call.error)),
    input_tokens: usage?.inputTokens,
    output_tokens: usage?.outputTokens,
    cost: call.cost,
    created_at: new Date(time).toISOString(),
    owner: call.owner,
  };
}

/** Approximate characters that a waiting call keeps in memory. */
export function weightOf({ input, output }: RawInvocation): number {
  return weigh(input, 0) + weigh(output, 0);
}

/** How many members of a value are weighed; the rest count as much on average. */
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
