import { type Batch, type Batched, type Batches, batchesOf, cancelled, eventsIn } from "./batches.ts";
import { countable } from "./countable.ts";
import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { labelOf } from "./label.ts";

/** A turn whose signal closes its request, whoever wants it closed. */
export type RunningTurn = Turn & { readonly signal: AbortSignal };

/** A provider's own stream, which may throw anything, never end, or end without an end. */
export interface Provider {
  readonly name: string;
  readonly model: string;
  run(turn: RunningTurn): Batched | (AsyncIterable<TurnEvent> & Partial<Batched>);
  /** The failure that something thrown means. */
  failure(thrown: unknown, turn: Turn): EngineFailure;
}

const LINGER_MS = 1000;

/** An engine whose turns never throw and end in exactly one end, by construction. */
export function oneEnd(provider: Provider): Engine {
  const { name, model } = provider;
  return { name, model, turn: (turn) => eventsIn(guard(provider, turn), name, turn.signal) };
}

/** Not a generator, which would hear of its end only when its provider does. */
function guard(provider: Provider, turn: Turn): Batches {
  const closing = new AbortController();
  let batches: Batches | undefined;
  let isEnded = false;
  let isOver = false;
  /** Answers whoever waits for the provider now. */
  let answer: ((batch: Batch) => void) | undefined;

  function begin(): Batches {
    turn.signal?.addEventListener("abort", stop, { once: true });
    return batchesOf(provider.run({ ...turn, signal: closing.signal }));
  }
  /** Even when the provider does not notice. */
  function stop(): void {
    closing.abort();
    tell([cancelled(provider.name)]);
  }
  function tell(batch: Batch): void {
    const end = batch.findIndex(({ type }) => type === "done" || type === "error");
    isEnded ||= answer !== undefined && end !== -1;
    answer?.(end === -1 ? batch : [...batch.slice(0, end), counted(batch[end]!)]);
    answer = undefined;
  }
  function pass({ value }: IteratorResult<Batch, undefined>): void {
    tell(turn.signal?.aborted ? [cancelled(provider.name)] : (value ?? [brokeOff(provider.name)]));
  }
  function fail(thrown: unknown): void {
    tell([turn.signal?.aborted ? cancelled(provider.name) : failureOf(provider, thrown, turn)]);
  }
  function close(): void {
    if (isOver) return;
    isOver = true;
    turn.signal?.removeEventListener("abort", stop);
    if (!isEnded) closing.abort();
    if (batches !== undefined) letGo(batches, closing);
  }

  return {
    next: () =>
      new Promise((resolve) => {
        if (isEnded || isOver) {
          close();
          return resolve({ done: true, value: undefined });
        }
        answer = (batch) => resolve({ done: false, value: batch });
        if (turn.signal?.aborted) return tell([cancelled(provider.name)]);
        try {
          batches ??= begin();
          batches.next().then(pass, fail);
        } catch (thrown) {
          fail(thrown);
        }
      }),
    async return() {
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** An end whose usage can be added up, whatever the service says. */
function counted(end: TurnEvent): TurnEvent {
  return end.type === "done" && end.usage ? { ...end, usage: countable(end.usage) } : end;
}

/**
 * Nobody waits for a provider that is done or no longer wanted: it may hang, and the signal is what closes its request.
 * One that is done may read the rest of its stream for a moment, so that the connection can be used again.
 */
function letGo(batches: Batches, closing: AbortController): void {
  const timer = setTimeout(() => closing.abort(), LINGER_MS).unref();
  const gone = closing.signal.aborted ? batches.return?.() : batches.next();
  void Promise.resolve(gone)
    // One that goes on after its end would keep its connection for ever.
    .then((step) => step?.done === false && closing.abort())
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

function failureOf(provider: Provider, thrown: unknown, turn: Turn): TurnEvent {
  if (thrown instanceof EngineFailure) return { type: "error", failure: thrown };
  try {
    return { type: "error", failure: provider.failure(thrown, turn) };
  } catch (cause) {
    const text = `${labelOf(provider.name)} failed in an unknown way.`;
    return { type: "error", failure: new EngineFailure("unavailable", provider.name, text, { cause }) };
  }
}

function brokeOff(engine: string): TurnEvent {
  const text = `${labelOf(engine)} broke off in the middle of its answer.`;
  return { type: "error", failure: new EngineFailure("unavailable", engine, text) };
}
