import type { Invocation } from "../ledger/index.ts";

/** An invocation with its JSON serialized before the transaction, because other writers wait during one. */
export interface WrittenInvocation {
  readonly row: Invocation;
  readonly input: string;
  readonly output: string | null;
}

/** A call on a deleted session that was logged late: without its texts. */
export function withoutTexts({ session_id: _, output: __, error: ___, ...row }: Invocation): Invocation {
  return { ...row, input: {} };
}

export function toWritten(row: Invocation): WrittenInvocation {
  const output = row.output === undefined ? null : JSON.stringify(row.output);
  return { row, input: JSON.stringify(row.input), output };
}

/** Converts a row to an invocation. */
export function toInvocation(row: Readonly<Record<string, unknown>>): Invocation {
  return {
    id: row.id as string,
    kind: row.kind as Invocation["kind"],
    ...(row.session_id !== null && { session_id: row.session_id as string }),
    tool_name: row.tool_name as string,
    input: JSON.parse(row.input as string),
    ...(row.output !== null && { output: JSON.parse(row.output as string) }),
    ...(row.pipe_name !== null && { pipe_name: row.pipe_name as string }),
    ...(row.latency_ms !== null && { latency_ms: row.latency_ms as number }),
    success: Boolean(row.success),
    ...(row.error !== null && { error: row.error as string }),
    ...(row.input_tokens !== null && { input_tokens: row.input_tokens as number }),
    ...(row.output_tokens !== null && { output_tokens: row.output_tokens as number }),
    ...(row.cost !== null && { cost: row.cost as number }),
    created_at: new Date(row.created_at as number).toISOString(),
    ...(row.owner !== null && { owner: row.owner as string }),
  };
}
