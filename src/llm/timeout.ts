import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { labelOf } from "./label.ts";

/** Calls back after so many milliseconds, unless the function it answers is called first. */
export type After = (ms: number, call: () => void) => () => void;

/** An engine that ends a turn in which nothing happens for so long: no event and no sign of life. */
export function withTimeout(engine: Engine, ms: number, after?: After): Engine {
  const clock = () => (after === undefined ? patientTimer() : { after, close() {} });
  return { name: engine.name, model: engine.model, turn: (turn) => watch(engine, turn, ms, clock()) };
}

async function* watch(
  engine: Engine,
  turn: Turn,
  ms: number,
  { after, close: stopClock }: Clock,
): AsyncGenerator<TurnEvent, void> {
  const closing = new AbortController();
  const close = () => closing.abort();
  if (turn.signal?.aborted) close();
  turn.signal?.addEventListener("abort", close, { once: true });
  let stopTimer = () => {};
  let startTimer = () => {};
  const onAlive = () => {
    startTimer();
    turn.onAlive?.();
  };
  const iterator = engine.turn({ ...turn, signal: closing.signal, onAlive })[Symbol.asyncIterator]();
  try {
    for (;;) {
      // The clock runs while the engine is waited for, and not while the consumer takes its time.
      const step = await new Promise<IteratorResult<TurnEvent> | undefined>((resolve, reject) => {
        startTimer = () => {
          stopTimer();
          stopTimer = after(ms, () => resolve(undefined));
        };
        startTimer();
        iterator.next().then(resolve, reject);
      });
      startTimer = () => {};
      stopTimer();
      if (step === undefined) return yield { type: "error", failure: silence(engine.name, ms) };
      if (step.done) return;
      yield step.value;
    }
  } finally {
    startTimer = () => {};
    stopTimer();
    stopClock();
    turn.signal?.removeEventListener("abort", close);
    closing.abort();
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function silence(engine: string, ms: number): EngineFailure {
  const text = `${labelOf(engine)} was silent for ${ms / 1000} s (REQUEST_TIMEOUT_MS).`;
  return new EngineFailure("timeout", engine, text);
}

interface Clock {
  readonly after: After;
  close(): void;
}

/**
 * A timer for waits that mostly end at once, one for each word: it is set once, and when it rings it looks whether the
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
