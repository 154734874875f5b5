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

/** Starts a clock that aborts a signal when so long nothing was heard. */
export function startTimeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pauses = 0;
  let expired = false;
  let over = false;

  function start(): void {
    clearTimeout(timer);
    // A person may answer after the call has ended.
    if (over || pauses > 0 || controller.signal.aborted) return;
    timer = setTimeout(
      () => {
        expired = true;
        controller.abort(`no answer within ${ms} ms`);
      },
      Math.min(ms, LONGEST_TIMER),
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
      clearTimeout(timer);
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
