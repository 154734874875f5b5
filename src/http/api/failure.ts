import { asFailure, failures } from "../../ledger/index.ts";

/** What a caller is told of an error: the code and the words of the table, under its status; of a fault, only that. */
export function failureOf(error: unknown) {
  const { code, message } = asFailure(error);
  return { status: failures[code].status, told: { code, message } };
}
