import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { labelOf } from "./label.ts";

/** A turn whose signal closes its request, whoever wants it closed. */
export type RunningTurn = Turn & { readonly signal: AbortSignal };

/** A provider's own stream, which may throw anything, never end, or end without an end. */
export interface Provider {
  readonly name: string;
  readonly model: string;
  run(turn: RunningTurn): AsyncIterable<TurnEvent>;
  /** The failure that something thrown means. */
  failure(thrown: unknown, turn: Turn): EngineFailure;
}

const LINGER_MS = 1000;

/** An engine whose turns never throw and end in exactly one end, by construction. */
export function oneEnd(provider: Provider): Engine {
  return { name: provider.name, model: provider.model, turn: (turn) => guard(provider, turn) };
}

/** What a turn ends in when its caller wants no more of it. */
export function cancelled(engine: string): TurnEvent {
  return { type: "error", failure: new EngineFailure("cancelled", engine, "The turn was cancelled.") };
}

async function* guard(provider: Provider, turn: Turn): AsyncGenerator<TurnEvent, void> {
  if (turn.signal?.aborted) return yield cancelled(provider.name);
  const closing = new AbortController();
  let interrupt = () => {};
  const stop = () => {
    closing.abort();
    interrupt();
  };
  turn.signal?.addEventListener("abort", stop, { once: true });
  let iterator: AsyncIterator<TurnEvent> | undefined;
  let ended = false;
  try {
    iterator = provider.run({ ...turn, signal: closing.signal })[Symbol.asyncIterator]();
    while (!ended) {
      const step = await nextOf(iterator, (call) => {
        interrupt = call;
      });
      const event = turn.signal?.aborted
        ? cancelled(provider.name)
        : (step?.value ?? brokeOff(provider.name));
      ended = event.type === "done" || event.type === "error";
      yield event;
    }
  } catch (thrown) {
    if (!ended) yield turn.signal?.aborted ? cancelled(provider.name) : failureOf(provider, thrown, turn);
    ended = true;
  } finally {
    turn.signal?.removeEventListener("abort", stop);
    if (!ended) closing.abort();
    if (iterator !== undefined) letGo(iterator, closing);
  }
}

/**
 * Nobody waits for a provider that is done or no longer wanted: it may hang, and the signal is what closes its request.
 * One that is done may read the rest of its stream for a moment, so that the connection can be used again.
 */
function letGo(iterator: AsyncIterator<TurnEvent>, closing: AbortController): void {
  const timer = setTimeout(() => closing.abort(), LINGER_MS).unref();
  const gone = closing.signal.aborted ? iterator.return?.() : iterator.next();
  void Promise.resolve(gone)
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

/** The next event, or nothing as soon as the turn is interrupted, even when the provider does not notice. */
function nextOf(
  iterator: AsyncIterator<TurnEvent>,
  onInterrupt: (call: () => void) => void,
): Promise<IteratorResult<TurnEvent, TurnEvent | undefined> | undefined> {
  return new Promise((resolve, reject) => {
    onInterrupt(() => resolve(undefined));
    iterator.next().then(resolve, reject);
  });
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
