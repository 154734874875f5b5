import { Failure } from "../ledger/index.ts";
import { reasonOf, splitAddress } from "./prometheus.ts";
import { DeadlineError, within } from "./within.ts";

/** What looking at one part has shown. */
export interface Finding {
  readonly status: "up" | "down" | "not_configured" | "configured";
  /** Why it is down. */
  readonly reason?: string;
  readonly [fact: string]: unknown;
}

/** Looks at one part; it always answers, and within its deadline. */
export type Probe = () => Promise<Finding>;

/** How long looking at one part may take. */
export const PROBE_MS = 2_000;

/** A probe of work that tells what it found, or throws when the part is down. */
export function createProbe(
  work: (signal: AbortSignal) => Promise<Finding>,
  deadlineMs: number = PROBE_MS,
): Probe {
  return async () => {
    try {
      return await within(deadlineMs, work);
    } catch (error) {
      return { status: "down", reason: sayWhy(error) };
    }
  };
}

/** A probe of another server: up when it answers this path with success. */
export function createWebProbe(address: string | undefined, path: string): Probe {
  if (address === undefined) return async () => ({ status: "not_configured" });
  const { base, headers } = splitAddress(address);
  return createProbe(async (signal) => {
    const answer = await fetch(`${base}${path}`, { headers, redirect: "error", signal });
    await answer.body?.cancel();
    return answer.ok ? { status: "up" } : { status: "down", reason: `HTTP ${answer.status}` };
  });
}

/** The same probe, asked again only when its last finding is older; those who ask meanwhile share one. */
export function remembered(
  probe: Probe,
  milliseconds: number,
  now: () => number = () => performance.now(),
): Probe {
  let last: Promise<Finding> | undefined;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (last === undefined || now() >= until) {
      // Others wait for this one, however long it takes.
      until = Number.POSITIVE_INFINITY;
      last = probe().finally(() => {
        until = now() + milliseconds;
      });
    }
    return last;
  };
}

function sayWhy(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof DeadlineError ? error.message : reasonOf(error);
}
