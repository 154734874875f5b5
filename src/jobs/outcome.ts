import { asFailure, Failure, type FailureCode, failures } from "../ledger/index.ts";
import type { JobOutcome } from "./jobs.ts";

/** How a task ended, as JSON. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly failure: { readonly code: FailureCode; readonly data: unknown } };

/** Runs a task to its end, whatever that is; what is no failure of the table is told to `onFault`. */
export async function outcomeOf(
  work: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): Promise<Outcome> {
  try {
    return { value: (await work()) ?? null };
  } catch (error) {
    const failure = asFailure(error);
    if (!(error instanceof Failure)) onFault(error);
    return failed(failure);
  }
}

/** A failure as it travels. */
export function failed({ code, data }: Failure): Outcome {
  return { failure: { code, data } };
}

/** The value of an outcome, or its failure thrown. */
export function valueIn(outcome: Outcome): unknown {
  if ("value" in outcome) return outcome.value;
  const { code, data } = outcome.failure;
  // One that a newer worker knows and this server does not.
  if (!Object.hasOwn(failures, code)) throw new Failure("INTERNAL", {});
  throw new Failure(code, data as never);
}

/** The word for an outcome. */
export function wordFor(outcome: Outcome): Exclude<JobOutcome, "lost"> {
  if ("value" in outcome) return "done";
  return outcome.failure.code === "CANCELLED" ? "cancelled" : "failed";
}
