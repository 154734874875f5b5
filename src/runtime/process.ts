import type { StartWaiting } from "../store/open.ts";
import type { Log } from "../telemetry/log.ts";

/** How long calls in flight may take to be answered after a server was asked to stop. */
export const LAST_ANSWERS_MS = 2_000;
/** How long a server may take to stop in total: less than the 10 s after which containers are killed. */
const MAX_STOP_MS = 8_000;

/** Resolves on SIGINT or SIGTERM. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

/** Logs that the start waits for an unreachable database; a stop ends the wait. */
export function waitLogged(stop: Promise<void>, log: Log): StartWaiting {
  const stopping = new AbortController();
  void stop.then(() => stopping.abort());
  const onWait = (error: unknown) =>
    log.warn("waiting for the database", { reason: (error as Error).message });
  return { onWait, signal: stopping.signal };
}

/** Keeps the process alive after an unhandled rejection. */
export function surviveRejections(log: Log): void {
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", { error }));
}

/**
 * Exits if stopping takes too long, for example because the database does not answer. Acknowledged writes are stored
 * already.
 */
export function limitStopTime(log: Log): void {
  setTimeout(() => {
    log.warn("stop forced", { afterMs: MAX_STOP_MS });
    process.exit(0);
  }, MAX_STOP_MS).unref();
}
