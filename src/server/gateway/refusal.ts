import type { Failure, FailureCode } from "../../ledger/index.ts";

/** The error code of the gateway's own format. */
export function seedCode(code: FailureCode): string {
  if (code.startsWith("STORE_") || code === "EXPORT_FAILED") return "STORAGE_ERROR";
  return INVALID.includes(code) ? "INVALID_ARGS" : code;
}

const INVALID: readonly FailureCode[] = [
  "INVALID_ARGUMENT",
  "HANDLE_REQUIRED",
  "INVALID_OPERATION",
  "THOUGHT_REQUIRED",
  "THOUGHT_TOO_LARGE",
  "NUMBER_BELOW_ONE",
];

/** Formats a failure as the gateways do: `{error: {code, message, hint}}`. The hint says what to do next. */
export function refusal(failure: Failure): {
  readonly text: string;
  readonly structured: Record<string, unknown>;
} {
  // The first sentence is the message, with 'Current stage' if it follows; the rest is the hint.
  const [message = "", ...rest] = failure.message.split(/(?<=[.?!])\s{1,9}(?=[A-Z'])(?!Current stage)/);
  const hint = rest.join(" ");
  const structured = { error: { code: seedCode(failure.code), message, hint: hint || undefined } };
  return { text: JSON.stringify(structured), structured };
}
