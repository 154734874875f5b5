import type { After } from "../../llm/index.ts";
import { type Budget, exhausted, type Refusal, remaining } from "../limits/index.ts";

/** What ends a message from outside: its caller, or the time limit. */
export interface Interruption {
  /** Aborted by either. */
  readonly signal: AbortSignal;
  /** Undefined until interrupted. */
  readonly cause: "aborted" | Refusal | undefined;
  abort(): void;
  /** Releases the caller's signal and the timer. */
  dispose(): void;
}

/** The longest delay that `setTimeout` supports. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Watches the caller's signal and the time that a budget leaves. */
export function watchForInterruption(
  budget: Budget,
  {
    signal,
    now,
    after,
  }: { readonly signal: AbortSignal | undefined; readonly now: () => number; readonly after: After },
): Interruption {
  const closing = new AbortController();
  let cause: Interruption["cause"];
  let stopTimer = () => {};
  const interrupt = (by: "aborted" | Refusal) => {
    cause ??= by;
    closing.abort();
  };
  const abort = () => interrupt("aborted");
  const check = () => {
    const refused = timeRefusal(budget, now());
    if (refused !== undefined) return interrupt(refused);
    const left = timeLeft(budget, now());
    // Timers can fire a little early; then this checks again.
    if (left !== undefined) stopTimer = after(Math.min(LONGEST_TIMER_MS, left), check);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  check();
  return {
    signal: closing.signal,
    get cause() {
      return cause;
    },
    abort,
    dispose() {
      stopTimer();
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** The result of some work, or undefined as soon as the signal aborts, even if the work ignores it. */
export function unlessAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T> | T,
): Promise<{ readonly value: T } | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    const stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
    (async () => ({ value: await work() }))()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** `setTimeout` as an `After`. */
export const systemTimer: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

function timeLeft(budget: Budget, now: number): number | undefined {
  const { message, session } = remaining(budget, now);
  const left = [message.wallMs, session.wallMs].filter((ms) => ms !== undefined);
  return left.length === 0 ? undefined : Math.min(...left);
}

/** The time limit that is used up, regardless of other limits. */
function timeRefusal(budget: Budget, now: number): Refusal | undefined {
  const timeOnly = (span: "message" | "session") => {
    const { wallMs } = budget[span].allowance;
    return { ...budget[span], allowance: { perTool: {}, wallMs } };
  };
  return exhausted({ ...budget, message: timeOnly("message"), session: timeOnly("session") }, now);
}
