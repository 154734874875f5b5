import type { Failure, FailureCode } from "../../ledger/index.ts";

/** The code that the gateways' texts carry: the seed's, where it has one for the failure. */
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

/** How a failure reads at the gateways: the seed's `{error: {code, message, hint}}`, the hint saying what to do next. */
export function refusal(failure: Failure): {
  readonly text: string;
  readonly structured: Record<string, unknown>;
} {
  // The first sentence says what is wrong, and of a stage the second where the caller stands.
  const [message = "", ...rest] = failure.message.split(/(?<=[.?!])\s{1,9}(?=[A-Z'])(?!Current stage)/);
  const hint = rest.join(" ");
  const structured = { error: { code: seedCode(failure.code), message, ...(hint !== "" && { hint }) } };
  return { text: JSON.stringify(structured), structured };
}
