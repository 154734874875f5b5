import type { Span } from "./limits.ts";

/** Which kind of limit was reached. */
export type LimitCode = "TOOL_CALL_LIMIT" | "TOKEN_LIMIT" | "COST_LIMIT" | "TIME_LIMIT";

/** Why a call is not run, or a message not gone on with. */
export interface Refusal {
  readonly code: LimitCode;
  readonly scope: Span | "tool" | "minute";
  readonly limit: number;
  readonly used: number;
  readonly text: string;
  /** The tool whose own limit it is, and the span that is counted in. */
  readonly tool?: { readonly name: string; readonly span: Span };
}

const WHAT: Readonly<Record<LimitCode, string>> = {
  TOOL_CALL_LIMIT: "Tool call limit",
  TOKEN_LIMIT: "Token limit",
  COST_LIMIT: "Cost limit",
  TIME_LIMIT: "Time limit",
};

/** A limit that is used up in its whole. */
export function exceeded(
  code: LimitCode,
  scope: Span | "minute",
  { limit, used }: { readonly limit: number; readonly used: number },
): Refusal {
  return { code, scope, limit, used, text: `${WHAT[code]} exceeded for this ${scope}` };
}

/** A number of calls of which all that is left is kept for critical tools. */
export function reserved(
  scope: Span | "minute",
  counted: { readonly limit: number; readonly used: number },
): Refusal {
  const refusal = exceeded("TOOL_CALL_LIMIT", scope, counted);
  return { ...refusal, text: `${refusal.text}: what is left is kept for critical tools` };
}

/** One tool's own limit. */
export function toolExceeded(
  tool: { readonly name: string; readonly span: Span },
  { limit, used }: { readonly limit: number; readonly used: number },
): Refusal {
  const text = `Tool call limit exceeded for the tool '${tool.name}' in this ${tool.span}`;
  return { code: "TOOL_CALL_LIMIT", scope: "tool", limit, used, text, tool };
}
