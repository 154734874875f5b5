import { setTimeout as pause } from "node:timers/promises";
import { type Batch, type Batches, batchesOf, cancelled, eventsIn } from "./batches.ts";
import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { goingOn } from "./going-on.ts";
import { labelOf } from "./label.ts";

/** How often and how patiently a turn is tried again. */
export interface Retries {
  /** How many tries come after the first. */
  readonly maxRetries: number;
  /** The first pause; each further one doubles. */
  readonly delayMs: number;
  /** From 0 to 1, for the jitter. */
  readonly random?: () => number;
  /** Ends at once when the signal does, in whichever way. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

const LONGEST_PAUSE = 30_000;
const LONGEST_RETRY_AFTER = 60_000;

/** An engine that tries a turn again after a passing failure, as long as nothing of it was shown. */
export function withRetries(engine: Engine, retries: Retries): Engine {
  const { name, model } = engine;
  const batches = (turn: Turn) => goingOn(attempts(engine, turn, retries));
  return { name, model, turn: (turn) => eventsIn(batches(turn), name, turn.signal) };
}

/** Answers the try that has shown something, to go on with. */
async function* attempts(
  engine: Engine,
  turn: Turn,
  retries: Retries,
): AsyncGenerator<Batch, Batches | undefined> {
  const { random = Math.random, wait = waitFor } = retries;
  for (let tries = 1; ; tries += 1) {
    const batches = batchesOf(engine.turn(turn));
    const failure = yield* attempt(batches);
    if (failure === undefined) return batches;
    const pauseMs = pauseBefore(failure, retries.delayMs * 2 ** (tries - 1), random());
    if (!failure.passing || tries > retries.maxRetries || pauseMs === undefined) {
      yield [{ type: "error", failure: lastWord(failure, tries, pauseMs === undefined) }];
      return;
    }
    await wait(pauseMs, turn.signal).catch(() => {});
    if (turn.signal?.aborted) {
      yield [cancelled(engine.name)];
      return;
    }
  }
}

/** Passes a try on until it has shown something; answers its failure, so that another try can take its place. */
async function* attempt(batches: Batches): AsyncGenerator<Batch, EngineFailure | undefined> {
  // A start is held back until something follows it: services begin an answer and then say that they cannot.
  const held: TurnEvent[] = [];
  let isShown = false;
  try {
    for (;;) {
      const { done, value: batch } = await batches.next();
      if (done) return;
      const first = batch.find(({ type }) => type !== "start");
      if (first?.type === "error") return first.failure;
      held.push(...batch);
      if (first === undefined) continue;
      yield held;
      isShown = true;
      return;
    }
  } finally {
    if (!isShown) await batches.return?.();
  }
}

/** Undefined when the service asks for more patience than there is. */
function pauseBefore(failure: EngineFailure, base: number, random: number): number | undefined {
  const asked = failure.retryAfterMs ?? 0;
  if (asked > LONGEST_RETRY_AFTER) return;
  return Math.max(asked, Math.min(LONGEST_PAUSE, base) * (0.5 + random / 2));
}

function lastWord(failure: EngineFailure, tries: number, tooLong: boolean): EngineFailure {
  const { kind, engine, status, retryAfterMs, cause, message } = failure;
  const words = [message];
  if (failure.passing && tries > 1) words.push(`It was tried ${tries} times.`);
  if (failure.passing && tooLong) {
    const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
    words.push(`${labelOf(engine)} asks to be left alone for ${seconds} s, longer than Clew waits.`);
  }
  if (words.length === 1) return failure;
  return new EngineFailure(kind, engine, words.join(" "), {
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(cause !== undefined && { cause }),
  });
}

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return pause(ms, undefined, signal === undefined ? {} : { signal });
}
