import { setTimeout as pause } from "node:timers/promises";
import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure, labelOf } from "./engine-failure.ts";
import { cancelled } from "./provider.ts";

/** How a turn is retried. */
export interface Retries {
  /** Attempts after the first. */
  readonly maxRetries: number;
  /** The first pause; each further one doubles. */
  readonly delayMs: number;
  /** From 0 to 1, for the jitter. */
  readonly random?: () => number;
  /** Settles as soon as the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

const LONGEST_PAUSE = 30_000;
const LONGEST_RETRY_AFTER = 60_000;

/** Retries a turn after a transient failure, as long as nothing of it has been shown. */
export function withRetries(engine: Engine, retries: Retries): Engine {
  const { name, model } = engine;
  return { name, model, turn: (turn) => attempts(engine, turn, retries) };
}

async function* attempts(engine: Engine, turn: Turn, retries: Retries): AsyncGenerator<TurnEvent, void> {
  const { random = Math.random, wait = waitFor } = retries;
  for (let tries = 1; ; tries += 1) {
    let failure: EngineFailure | undefined;
    // A start is held until something follows it: services open an answer and then report that they cannot continue.
    let held: TurnEvent[] | undefined = [];
    for await (const event of engine.turn(turn)) {
      if (held === undefined) yield event;
      else if (event.type === "error") {
        failure = event.failure;
        break;
      } else {
        held.push(event);
        if (event.type === "start") continue;
        yield* held;
        held = undefined;
      }
    }
    if (failure === undefined) return;
    const pauseMs = pauseBefore(failure, retries.delayMs * 2 ** (tries - 1), random());
    if (!failure.isTransient || tries > retries.maxRetries || pauseMs === undefined)
      return yield { type: "error", failure: finalFailure(failure, tries, pauseMs === undefined) };
    await wait(pauseMs, turn.signal).catch(() => {});
    if (turn.signal?.aborted) return yield cancelled(engine.name);
  }
}

/** Undefined if the service asks for a longer pause than Clew makes. */
function pauseBefore(failure: EngineFailure, base: number, random: number): number | undefined {
  const requested = failure.retryAfterMs ?? 0;
  if (requested > LONGEST_RETRY_AFTER) return;
  return Math.max(requested, Math.min(LONGEST_PAUSE, base) * (0.5 + random / 2));
}

function finalFailure(failure: EngineFailure, tries: number, isTooLong: boolean): EngineFailure {
  const { kind, engine, status, retryAfterMs, cause, message } = failure;
  const sentences = [message];
  if (failure.isTransient && tries > 1) sentences.push(`Clew tried ${tries} times.`);
  if (failure.isTransient && isTooLong) {
    const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
    sentences.push(`${labelOf(engine)} asks for a pause of ${seconds} s, longer than Clew waits.`);
  }
  if (sentences.length === 1) return failure;
  return new EngineFailure(kind, engine, sentences.join(" "), { status, retryAfterMs, cause });
}

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return pause(ms, undefined, { signal });
}
