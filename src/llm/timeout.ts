import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure, labelOf } from "./engine-failure.ts";

/** Calls back after `ms`; the returned function cancels it. */
export type After = (ms: number, call: () => void) => () => void;

/** Ends a turn that brings no content for `ms`. Bytes and pings without content do not count. */
export function withTimeout(engine: Engine, ms: number, after?: After): Engine {
  const { name, model } = engine;
  const clock = () => (after === undefined ? idleTimer() : { after, close() {} });
  return {
    name,
    model,
    turn: (turn) => ({ [Symbol.asyncIterator]: () => watch(engine, turn, ms, clock()) }),
  };
}

type Step = IteratorResult<TurnEvent, undefined>;

/** Not a generator, which could not end while it waits for the engine. */
function watch(engine: Engine, turn: Turn, ms: number, clock: Clock): AsyncIterator<TurnEvent, undefined> {
  const closing = new AbortController();
  const close = () => closing.abort();
  let events: AsyncIterator<TurnEvent, undefined> | undefined;
  let isOver = false;
  let stopTimer = () => {};
  /** The pending `next`. */
  let waiting: PromiseWithResolvers<Step> | undefined;

  function begin(): AsyncIterator<TurnEvent, undefined> {
    if (turn.signal?.aborted) close();
    turn.signal?.addEventListener("abort", close, { once: true });
    return engine.turn({ ...turn, signal: closing.signal, onHiddenContent })[Symbol.asyncIterator]();
  }
  function onHiddenContent(): void {
    if (waiting !== undefined) startTimer();
    turn.onHiddenContent?.();
  }
  function startTimer(): void {
    stopTimer();
    stopTimer = clock.after(ms, expire);
  }
  function expire(): void {
    const waited = settle();
    end();
    waited?.resolve({ done: false, value: { type: "error", failure: silence(engine.name, ms) } });
  }
  /** The clock runs while Clew waits for the engine, not while the consumer works. */
  function settle() {
    const waited = waiting;
    waiting = undefined;
    stopTimer();
    return waited;
  }
  function pass(step: Step): void {
    const waited = settle();
    if (step.done) release();
    waited?.resolve(step);
  }
  function fail(thrown: unknown): void {
    const waited = settle();
    end();
    waited?.reject(thrown);
  }
  function release(): void {
    isOver = true;
    stopTimer();
    clock.close();
    turn.signal?.removeEventListener("abort", close);
  }
  function end(): void {
    if (isOver) return;
    release();
    close();
    void Promise.resolve(events?.return?.()).catch(() => {});
  }

  return {
    next() {
      if (isOver) return Promise.resolve({ done: true, value: undefined });
      events ??= begin();
      waiting = Promise.withResolvers();
      startTimer();
      events.next().then(pass, fail);
      return waiting.promise;
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
  };
}

function silence(engine: string, ms: number): EngineFailure {
  const text = `${labelOf(engine)} sent no content for ${ms / 1000} s (REQUEST_TIMEOUT_MS).`;
  return new EngineFailure("timeout", engine, text);
}

interface Clock {
  readonly after: After;
  close(): void;
}

/**
 * A timer for waits that mostly end at once. It is set once; when it fires, it checks whether the current wait has really
 * lasted that long. It keeps the process alive only during a wait.
 */
function idleTimer(): Clock {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let onDue = () => {};
  const fire = () => {
    timer = undefined;
    const left = due - performance.now();
    if (left === Number.POSITIVE_INFINITY) return;
    if (left > 0) timer = setTimeout(fire, Math.ceil(left));
    else onDue();
  };
  return {
    after(ms, call) {
      due = performance.now() + ms;
      onDue = call;
      if (timer === undefined) timer = setTimeout(fire, ms);
      else timer.ref();
      return () => {
        due = Number.POSITIVE_INFINITY;
        timer?.unref();
      };
    },
    close: () => clearTimeout(timer),
  };
}
