import type { After } from "../../llm/index.ts";
import { type Budget, exhausted, type Refusal, remaining } from "../limits/index.ts";

/** What ends a message from outside: its caller, or the limit of time. */
export interface Interruption {
  /** Aborted by either. */
  readonly signal: AbortSignal;
  /** Which it was; undefined as long as nothing was. */
  readonly cause: "aborted" | Refusal | undefined;
  abort(): void;
  /** Lets go of the caller's signal and of the clock. */
  dispose(): void;
}

/** What the clock and the caller are watched by. */
export interface Watched {
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
  readonly after: After;
}

/** The longest that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/** Watches the caller's signal and the time that a budget leaves. */
export function watchFor(budget: Budget, { signal, now, after }: Watched): Interruption {
  const closing = new AbortController();
  let cause: Interruption["cause"];
  let stopTimer = () => {};
  const interrupt = (by: "aborted" | Refusal) => {
    cause ??= by;
    closing.abort();
  };
  const abort = () => interrupt("aborted");
  const look = () => {
    const refused = timeRefusal(budget, now());
    if (refused !== undefined) return interrupt(refused);
    const left = timeLeft(budget, now());
    // A timer may be a little early: it looks again.
    if (left !== undefined) stopTimer = after(Math.min(LONGEST_MS, left), look);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  look();
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

/** What some work gives, or nothing as soon as it is interrupted, whether or not the work notices. */
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

/** A timer of the machine. */
export const onTimer: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

function timeLeft(budget: Budget, now: number): number | undefined {
  const { message, session } = remaining(budget, now);
  const left = [message.wallMs, session.wallMs].filter((ms) => ms !== undefined);
  return left.length === 0 ? undefined : Math.min(...left);
}

/** The limit of time that is used up, whatever else is. */
function timeRefusal(budget: Budget, now: number): Refusal | undefined {
  const timeOnly = (span: "message" | "session") => {
    const { wallMs } = budget[span].allowance;
    return { ...budget[span], allowance: { perTool: {}, ...(wallMs !== undefined && { wallMs }) } };
  };
  return exhausted({ ...budget, message: timeOnly("message"), session: timeOnly("session") }, now);
}
