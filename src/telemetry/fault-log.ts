import { Failure } from "../ledger/index.ts";
import type { Log } from "./log.ts";

/** A store failure is logged again if it has not occurred for this long. */
const QUIET_MS = 60_000;

/**
 * Logs errors that need an operator's attention. A failing store fails every call, so each code is logged once when it
 * begins.
 */
export function createFaultLog(
  log: Pick<Log, "error">,
  now: () => number = () => performance.now(),
): (event: string, error: unknown) => void {
  const lastSeen = new Map<string, number>();
  return (event, error) => {
    if (!(error instanceof Failure) || !error.code.startsWith("STORE_")) {
      log.error(event, { error });
      return;
    }
    const { code, message, cause } = error;
    const before = lastSeen.get(code);
    lastSeen.set(code, now());
    if (before !== undefined && now() - before < QUIET_MS) return;
    log.error("store failure", { code, message, ...(cause instanceof Error && { reason: cause.message }) });
  };
}
