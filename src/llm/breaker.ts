import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { labelOf } from "./label.ts";

/** When an engine is left alone, and for how long. */
export interface BreakerRules {
  /** How many outages in a row open the breaker. */
  readonly failures?: number;
  readonly restMs?: number;
  readonly now?: () => number;
}

interface State {
  outages: number;
  /** Undefined while the breaker is closed. */
  openUntil: number | undefined;
  probing: boolean;
}

/**
 * An engine that fails at once for a while after so many outages in a row, then lets one turn try. Only a service that
 * cannot be reached, is in trouble or stays silent has an outage: any other answer, also `rate`, shows that it is there.
 */
export function withBreaker(engine: Engine, rules: BreakerRules = {}): Engine {
  const { failures = 5, restMs = 30_000, now = Date.now } = rules;
  const state: State = { outages: 0, openUntil: undefined, probing: false };

  function settle(end: TurnEvent, isProbe: boolean): void {
    const kind = end.type === "error" ? end.failure.kind : "done";
    if (kind === "cancelled") return;
    if (kind !== "unavailable" && kind !== "timeout") {
      state.outages = 0;
      state.openUntil = undefined;
    } else if (state.openUntil === undefined || isProbe) {
      state.outages += 1;
      if (isProbe || state.outages >= failures) state.openUntil = now() + restMs;
    }
  }

  async function* run(turn: Turn): AsyncGenerator<TurnEvent, void> {
    const isProbe = state.openUntil !== undefined;
    if (state.openUntil !== undefined && (state.probing || now() < state.openUntil)) {
      return yield { type: "error", failure: resting(engine.name, state, now()) };
    }
    if (isProbe) state.probing = true;
    try {
      for await (const event of engine.turn(turn)) {
        if (event.type === "done" || event.type === "error") settle(event, isProbe);
        yield event;
      }
    } finally {
      if (isProbe) state.probing = false;
    }
  }

  return { name: engine.name, model: engine.model, turn: run };
}

function resting(engine: string, state: State, now: number): EngineFailure {
  const leftMs = Math.max(0, (state.openUntil ?? now) - now);
  const until =
    leftMs > 0 ? `for another ${Math.ceil(leftMs / 1000)} s` : "until the turn that tries it now is over";
  const text = `${labelOf(engine)} failed ${state.outages} times in a row and is left alone ${until}.`;
  return new EngineFailure("open", engine, text, leftMs > 0 ? { retryAfterMs: leftMs } : {});
}
