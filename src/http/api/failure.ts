import { asFailure, failures } from "../../ledger/index.ts";

/** Converts an error to the code and message of the failure table; an unexpected error is `INTERNAL`. */
export function failureOf(error: unknown) {
  const { code, message } = asFailure(error);
  return { status: failures[code].status, error: { code, message } };
}
