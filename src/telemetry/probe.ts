import { Failure } from "../ledger/index.ts";
import { reasonOf, splitAddress } from "./prometheus.ts";
import { DeadlineError, within } from "./with-deadline.ts";

/** The result of probing one part. */
export interface Finding {
  readonly status: "up" | "down" | "not_configured" | "configured";
  readonly reason?: string;
  readonly [fact: string]: unknown;
}

/** Checks one part; always resolves, within its deadline. */
export type Probe = () => Promise<Finding>;

/** Deadline of a probe. */
const PROBE_MS = 2_000;

/** Creates a probe from work that returns its finding, or throws if the part is down. */
export function createProbe(
  work: (signal: AbortSignal) => Promise<Finding>,
  deadlineMs: number = PROBE_MS,
): Probe {
  return async () => {
    try {
      return await within(deadlineMs, work);
    } catch (error) {
      return { status: "down", reason: explain(error) };
    }
  };
}

/** Creates a probe of another server: up if this path answers with success. */
export function createWebProbe(address: string | undefined, path: string): Probe {
  if (address === undefined) return async () => ({ status: "not_configured" });
  const { base, headers } = splitAddress(address);
  return createProbe(async (signal) => {
    const answer = await fetch(`${base}${path}`, { headers, redirect: "error", signal });
    await answer.body?.cancel();
    return answer.ok ? { status: "up" } : { status: "down", reason: `HTTP ${answer.status}` };
  });
}

/** Caches a probe's finding for some milliseconds; concurrent callers share one probe. */
export function cached(
  probe: Probe,
  milliseconds: number,
  now: () => number = () => performance.now(),
): Probe {
  let last: Promise<Finding> | undefined;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (last === undefined || now() >= until) {
      // Callers share the running probe, however long it takes.
      until = Number.POSITIVE_INFINITY;
      last = probe().finally(() => {
        until = now() + milliseconds;
      });
    }
    return last;
  };
}

function explain(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof DeadlineError ? error.message : reasonOf(error);
}
