import type { TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";

/** Events that arrived together, at least one. */
export type Batch = readonly TurnEvent[];

/** A turn by what arrived together: a promise for each packet, and not for each word. */
export type Batches = AsyncIterableIterator<Batch, undefined>;

/** What an engine's turn has besides its single events, if it can tell what arrived together. */
export interface Batched {
  /** Instead of reading event by event; whoever stops early calls `return`. */
  batches(): Batches;
}

/** A turn by what arrived together; the events of one that cannot tell are singles. */
export function batchesOf(events: Batched | (AsyncIterable<TurnEvent> & Partial<Batched>)): Batches {
  if (!(Symbol.asyncIterator in events) || events.batches) return events.batches!();
  const iterator = events[Symbol.asyncIterator]();
  return {
    next: () => iterator.next().then(alone),
    async return() {
      await iterator.return?.();
      return OVER;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The other way round. Of a batch that its reader has begun with, nothing more is shown once the turn is cancelled. */
export function eventsIn(
  batches: Batches,
  engine: string,
  signal: AbortSignal | undefined,
): AsyncIterable<TurnEvent> & Batched {
  let batch: Batch = [];
  let at = 0;
  let isOver = false;

  function next(): Promise<Step> {
    const event = batch[at++];
    if (event === undefined) return more();
    return Promise.resolve({
      done: false,
      value: signal?.aborted && event.type !== "error" ? stop() : event,
    });
  }
  async function more(): Promise<Step> {
    const step = isOver ? OVER : await batches.next();
    if (step.done) return step;
    batch = step.value;
    at = 0;
    return next();
  }
  function stop(): TurnEvent {
    void end().catch(() => {});
    return cancelled(engine);
  }
  async function end(): Promise<Step> {
    isOver = true;
    batch = [];
    await batches.return?.();
    return OVER;
  }
  return { batches: () => batches, [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** What a turn ends in when its caller wants no more of it. */
export function cancelled(engine: string): TurnEvent {
  return { type: "error", failure: new EngineFailure("cancelled", engine, "The turn was cancelled.") };
}

type Step = IteratorResult<TurnEvent, undefined>;

const OVER: IteratorReturnResult<undefined> = { done: true, value: undefined };

function alone(step: IteratorResult<TurnEvent, unknown>): IteratorResult<Batch, undefined> {
  return step.done ? OVER : { done: false, value: [step.value] };
}
