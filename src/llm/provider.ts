import type { Engine, Turn, TurnEnd, TurnEvent } from "./engine.ts";
import { EngineFailure, labelOf } from "./engine-failure.ts";
import { countable } from "./usage.ts";

/** A turn that always has a signal. The signal closes the request, whichever side ends the turn. */
export type RunningTurn = Turn & { readonly signal: AbortSignal };

/** A provider's own stream. It may throw anything, hang, or stop without an end event. */
export interface Provider {
  readonly name: string;
  readonly model: string;
  run(turn: RunningTurn): AsyncIterable<TurnEvent>;
  /** Translates anything that `run` throws. */
  failure(thrown: unknown, turn: Turn): EngineFailure;
}

const LINGER_MS = 1000;

/** Turns a provider into an engine: its turns never throw and end in exactly one `done` or `error`. */
export function toEngine(provider: Provider): Engine {
  const { name, model } = provider;
  return { name, model, turn: (turn) => ({ [Symbol.asyncIterator]: () => guard(provider, turn) }) };
}

/** Not a generator: `return` on a generator waits until its pending `next` has settled. */
function guard(provider: Provider, turn: Turn): AsyncIterator<TurnEvent, undefined> {
  const closing = new AbortController();
  let events: AsyncIterator<TurnEvent> | undefined;
  let isEnded = false;
  let isClosed = false;
  /** Resolves the pending `next`. */
  let resolveNext: ((event: TurnEvent) => void) | undefined;

  function begin(): AsyncIterator<TurnEvent> {
    turn.signal?.addEventListener("abort", cancel, { once: true });
    return provider.run({ ...turn, signal: closing.signal })[Symbol.asyncIterator]();
  }
  /** Ends the turn even if the provider ignores its signal. */
  function cancel(): void {
    closing.abort();
    emit(cancelled(provider.name));
  }
  function emit(event: TurnEvent): void {
    const isEnd = event.type === "done" || event.type === "error";
    isEnded ||= resolveNext !== undefined && isEnd;
    resolveNext?.(isEnd ? withCountableUsage(event) : event);
    resolveNext = undefined;
  }
  function pass({ done, value }: IteratorResult<TurnEvent>): void {
    if (turn.signal?.aborted) emit(cancelled(provider.name));
    else emit(done ? brokenOff(provider.name) : value);
  }
  function fail(thrown: unknown): void {
    emit(turn.signal?.aborted ? cancelled(provider.name) : failureOf(provider, thrown, turn));
  }
  function close(): void {
    if (isClosed) return;
    isClosed = true;
    turn.signal?.removeEventListener("abort", cancel);
    if (!isEnded) closing.abort();
    if (events !== undefined) release(events, closing);
  }

  return {
    next: () =>
      new Promise((resolve) => {
        if (isEnded || isClosed) {
          close();
          return resolve({ done: true, value: undefined });
        }
        resolveNext = (value) => resolve({ done: false, value });
        if (turn.signal?.aborted) return emit(cancelled(provider.name));
        try {
          events ??= begin();
          events.next().then(pass, fail);
        } catch (thrown) {
          fail(thrown);
        }
      }),
    async return() {
      close();
      return { done: true, value: undefined };
    },
  };
}

/** The end of a turn that its caller cancelled. */
export function cancelled(engine: string): TurnEvent {
  return { type: "error", failure: new EngineFailure("cancelled", engine, "The turn was cancelled.") };
}

function withCountableUsage(end: TurnEvent): TurnEvent {
  return end.type === "done" && end.usage ? { ...end, usage: countable(end.usage) } : end;
}

/**
 * Releases a provider without waiting for it, because it may hang; the signal closes its request. After an end event it
 * gets a moment to read the rest of its stream, so that the connection can be reused.
 */
function release(events: AsyncIterator<TurnEvent>, closing: AbortController): void {
  const timer = setTimeout(() => closing.abort(), LINGER_MS).unref();
  const released = closing.signal.aborted ? events.return?.() : events.next();
  void Promise.resolve(released)
    // A provider that continues after its end event would hold its connection forever.
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

function brokenOff(engine: string): TurnEvent {
  const text = `${labelOf(engine)} broke off in the middle of its answer.`;
  return { type: "error", failure: new EngineFailure("unavailable", engine, text) };
}

/** The end of a successful turn. */
export type TurnDone = Extract<TurnEnd, { type: "done" }>;

/** Runs a turn to its end. Returns its `done` event or throws its EngineFailure. */
export async function collect(
  events: AsyncIterable<TurnEvent>,
  onEvent?: (event: TurnEvent) => void,
): Promise<TurnDone> {
  let end: TurnEnd | undefined;
  // Reads past the end event, which lets the connection be reused.
  for await (const event of events) {
    onEvent?.(event);
    if (event.type === "done" || event.type === "error") end ??= event;
  }
  if (end === undefined) throw new Error("A turn ended without an end event.");
  if (end.type === "error") throw end.failure;
  return end;
}
