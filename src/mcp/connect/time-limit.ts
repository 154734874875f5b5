/** The longest time that a timer takes. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** The time that one call may take. */
export interface TimeLimit extends Disposable {
  /** Aborts when the time is over, or when the caller's own signal does. */
  readonly signal: AbortSignal;
  /** Whether the time is over. */
  readonly expired: boolean;
  /** Begins anew, because there was progress. */
  reset(): void;
  /** Stops the clock until the returned function is called: a person is being asked. */
  pause(): () => void;
}

/** Starts a clock that aborts a signal when nothing was heard for so long, or when it took so long in all. */
export function startTimeLimit(
  ms: number,
  outer: AbortSignal | undefined,
  totalMs = Number.POSITIVE_INFINITY,
): TimeLimit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pauses = 0;
  let expired = false;
  let over = false;
  /** What is left of the whole time, and since when the clock runs. */
  let left = totalMs;
  let since: number | undefined;

  function stop(): void {
    clearTimeout(timer);
    if (since !== undefined) left -= performance.now() - since;
    since = undefined;
  }
  function start(): void {
    stop();
    // A person may answer after the call has ended.
    if (over || pauses > 0 || controller.signal.aborted) return;
    since = performance.now();
    const isLast = left < ms;
    timer = setTimeout(
      () => {
        expired = true;
        controller.abort(isLast ? `no answer within ${totalMs} ms in all` : `no answer within ${ms} ms`);
      },
      Math.min(Math.max(0, isLast ? left : ms), LONGEST_TIMER),
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
      over = true;
      clearTimeout(timer);
      outer?.removeEventListener("abort", follow);
    },
  };
}
