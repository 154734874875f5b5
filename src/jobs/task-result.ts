import { asFailure, Failure, type FailureCode, failures } from "../ledger/index.ts";
import type { JobOutcome } from "./jobs.ts";

/** The result of a task, as JSON. */
export type TaskResult =
  | { readonly value: unknown }
  | { readonly failure: { readonly code: FailureCode; readonly data: unknown } };

/** Runs a task and returns its result. Anything thrown that is not a `Failure` also goes to `onFault`. */
export async function runTask(
  work: () => Promise<unknown>,
  onFault: (error: unknown) => void,
): Promise<TaskResult> {
  try {
    return { value: (await work()) ?? null };
  } catch (error) {
    if (!(error instanceof Failure)) onFault(error);
    return failureResult(asFailure(error));
  }
}

/** A failure as a task result. */
export function failureResult({ code, data }: Failure): TaskResult {
  return { failure: { code, data } };
}

/** The value of a result; throws its failure. */
export function unwrapResult(result: TaskResult): unknown {
  if ("value" in result) return result.value;
  const { code, data } = result.failure;
  // A newer worker may use a code that this server does not know.
  if (!Object.hasOwn(failures, code)) throw new Failure("INTERNAL", {});
  throw new Failure(code, data as never);
}

/** The job outcome that a result stands for. */
export function outcomeOf(result: TaskResult): Exclude<JobOutcome, "lost"> {
  if ("value" in result) return "done";
  return result.failure.code === "CANCELLED" ? "cancelled" : "failed";
}
