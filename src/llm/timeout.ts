import { type Batch, type Batches, batchesOf, eventsIn } from "./batches.ts";
import type { Engine, Turn } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { labelOf } from "./label.ts";

/** Calls back after so many milliseconds, unless the function it answers is called first. */
export type After = (ms: number, call: () => void) => () => void;

/** An engine that ends a turn that brings no content for so long: bytes and pings without content do not count. */
export function withTimeout(engine: Engine, ms: number, after?: After): Engine {
  const { name, model } = engine;
  const clock = () => (after === undefined ? patientTimer() : { after, close() {} });
  return { name, model, turn: (turn) => eventsIn(watch(engine, turn, ms, clock()), name, turn.signal) };
}

type Step = IteratorResult<Batch, undefined>;

/** Not a generator, which could not end while it waits for the engine. */
function watch(engine: Engine, turn: Turn, ms: number, clock: Clock): Batches {
  const closing = new AbortController();
  const close = () => closing.abort();
  let batches: Batches | undefined;
  let isOver = false;
  let stopTimer = () => {};
  /** Who waits for the engine now. */
  let waiting: PromiseWithResolvers<Step> | undefined;

  function begin(): Batches {
    if (turn.signal?.aborted) close();
    turn.signal?.addEventListener("abort", close, { once: true });
    return batchesOf(engine.turn({ ...turn, signal: closing.signal, onAlive }));
  }
  function onAlive(): void {
    if (waiting !== undefined) startTimer();
    turn.onAlive?.();
  }
  function startTimer(): void {
    stopTimer();
    stopTimer = clock.after(ms, expire);
  }
  function expire(): void {
    const waited = settle();
    end();
    waited?.resolve({ done: false, value: [{ type: "error", failure: silence(engine.name, ms) }] });
  }
  /** The clock runs while the engine is waited for, and not while the consumer takes its time. */
  function settle() {
    const waited = waiting;
    waiting = undefined;
    stopTimer();
    return waited;
  }
  function pass(step: Step): void {
    const waited = settle();
    if (step.done) letGo();
    waited?.resolve(step);
  }
  function fail(thrown: unknown): void {
    const waited = settle();
    end();
    waited?.reject(thrown);
  }
  function letGo(): void {
    isOver = true;
    stopTimer();
    clock.close();
    turn.signal?.removeEventListener("abort", close);
  }
  function end(): void {
    if (isOver) return;
    letGo();
    close();
    void Promise.resolve(batches?.return?.()).catch(() => {});
  }

  return {
    next() {
      if (isOver) return Promise.resolve({ done: true, value: undefined });
      batches ??= begin();
      waiting = Promise.withResolvers();
      startTimer();
      batches.next().then(pass, fail);
      return waiting.promise;
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function silence(engine: string, ms: number): EngineFailure {
  const text = `${labelOf(engine)} sent nothing of an answer for ${ms / 1000} s (REQUEST_TIMEOUT_MS).`;
  return new EngineFailure("timeout", engine, text);
}

interface Clock {
  readonly after: After;
  close(): void;
}

/**
 * A timer for waits that mostly end at once, one for each packet: it is set once, and when it rings it looks whether the
 * wait at hand has really lasted that long. It keeps the process alive only during one.
 */
function patientTimer(): Clock {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let onDue = () => {};
  const ring = () => {
    timer = undefined;
    const left = due - performance.now();
    if (left === Number.POSITIVE_INFINITY) return;
    if (left > 0) timer = setTimeout(ring, Math.ceil(left));
    else onDue();
  };
  return {
    after(ms, call) {
      due = performance.now() + ms;
      onDue = call;
      if (timer === undefined) timer = setTimeout(ring, ms);
      else timer.ref();
      return () => {
        due = Number.POSITIVE_INFINITY;
        timer?.unref();
      };
    },
    close: () => clearTimeout(timer),
  };
}
