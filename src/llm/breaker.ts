import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure, labelOf } from "./engine-failure.ts";

/** When the breaker opens, and for how long. */
export interface BreakerRules {
  /** Consecutive outages that open the breaker. */
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
 * A circuit breaker. After several outages in a row turns fail at once for a while; then one turn probes the service.
 * Only an unreachable, failing or silent service counts as an outage: any other answer, including `rate`, shows that the
 * service is up.
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
    if (state.openUntil !== undefined && (state.probing || now() < state.openUntil))
      return yield { type: "error", failure: openFailure(engine.name, state, now()) };
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

function openFailure(engine: string, state: State, now: number): EngineFailure {
  const leftMs = Math.max(0, (state.openUntil ?? now) - now);
  const when = leftMs > 0 ? `in ${Math.ceil(leftMs / 1000)} s` : "after the attempt in progress";
  const text = `${labelOf(engine)} failed ${state.outages} times in a row. Clew tries it again ${when}.`;
  return new EngineFailure("open", engine, text, { retryAfterMs: leftMs || undefined });
}
