import { Failure, failures } from "../../ledger/index.ts";

/** What a caller is told of an error: the code and the words of the table, under its status; of a fault, only that. */
export function failureOf(error: unknown) {
  const { code, message } = error instanceof Failure ? (error as Failure) : new Failure("INTERNAL", {});
  return { status: failures[code].status, told: { code, message } };
}
