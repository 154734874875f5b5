import type { Ask } from "./answer-server.ts";

/** The longest delay that a timer supports. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** The time limit of one call. */
export interface TimeLimit extends Disposable {
  /** Aborts when the time is up, or when the caller's own signal aborts. */
  readonly signal: AbortSignal;
  readonly expired: boolean;
  /** Restarts the limit without progress: there was progress. */
  reset(): void;
  /** Stops the timers until the returned function is called: a person is being asked. */
  pause(): () => void;
}

/** Starts a limit that aborts its signal after `ms` without progress, or after `totalMs` in all. */
export function startTimeLimit(
  ms: number,
  outer: AbortSignal | undefined,
  totalMs = Number.POSITIVE_INFINITY,
): TimeLimit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pauses = 0;
  let expired = false;
  let disposed = false;
  let remaining = totalMs;
  let runningSince: number | undefined;

  function stop(): void {
    clearTimeout(timer);
    if (runningSince !== undefined) remaining -= performance.now() - runningSince;
    runningSince = undefined;
  }
  function start(): void {
    stop();
    // A person may answer after the call has ended.
    if (disposed || pauses > 0 || controller.signal.aborted) return;
    runningSince = performance.now();
    const isTotal = remaining < ms;
    timer = setTimeout(
      () => {
        expired = true;
        controller.abort(isTotal ? `no answer within ${totalMs} ms in all` : `no answer within ${ms} ms`);
      },
      Math.min(Math.max(0, isTotal ? remaining : ms), LONGEST_TIMER),
    );
  }
  const follow = () => controller.abort(outer?.reason);

  if (outer?.aborted) follow();
  else outer?.addEventListener("abort", follow, { once: true });
  start();
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    reset: start,
    pause() {
      pauses++;
      stop();
      return () => {
        pauses--;
        start();
      };
    },
    [Symbol.dispose]() {
      disposed = true;
      clearTimeout(timer);
      outer?.removeEventListener("abort", follow);
    },
  };
}

/** The time limits of the calls in flight to one server. */
export interface TimeLimits {
  start(ms: number, signal: AbortSignal | undefined, totalMs?: number): TimeLimit;
  /** Waits for a person; all limits are paused meanwhile. */
  readonly ask: Ask;
}

export function createTimeLimits(): TimeLimits {
  const running = new Set<TimeLimit>();
  return {
    start(ms, signal, totalMs) {
      const limit = startTimeLimit(ms, signal, totalMs);
      const stop = limit[Symbol.dispose];
      running.add(limit);
      limit[Symbol.dispose] = () => {
        running.delete(limit);
        stop();
      };
      return limit;
    },
    async ask(question) {
      const paused = [...running].map((limit) => limit.pause());
      try {
        return await question();
      } finally {
        for (const resume of paused) resume();
      }
    },
  };
}

/** Waits for `work`, but rejects at once when the signal aborts. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error(String(signal.reason)));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
