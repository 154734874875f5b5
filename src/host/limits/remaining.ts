import { type Budget, elapsedMs, ownCount } from "./budget.ts";
import type { Allowance, Span } from "./limits.ts";

/** What is left, of what is limited; never less than nothing. */
export interface Remaining {
  readonly message: Allowance;
  readonly session: Allowance;
  /** Calls in the sixty seconds up to now. */
  readonly perMinute?: number;
}

/** What is left of a budget, for display. */
export function remaining(budget: Budget, now: number): Remaining {
  const { perMinute, minute } = budget;
  const recent = minute.filter(({ at }) => now - at < 60_000).length;
  return {
    message: leftOf(budget, "message", now),
    session: leftOf(budget, "session", now),
    ...(perMinute !== undefined && { perMinute: Math.max(0, perMinute - recent) }),
  };
}

function leftOf(budget: Budget, span: Span, now: number): Allowance {
  const { allowance, calls, perTool, tokens, cost } = budget[span];
  const used = { calls, tokens, cost, wallMs: elapsedMs(budget, span, now) };
  const left = (name: keyof typeof used) =>
    allowance[name] === undefined ? {} : { [name]: Math.max(0, allowance[name] - used[name]) };
  const tools = Object.entries(allowance.perTool).map(([name, limit]) => [
    name,
    Math.max(0, limit - (ownCount(perTool, name) ?? 0)),
  ]);
  return {
    perTool: Object.fromEntries(tools),
    ...left("calls"),
    ...left("tokens"),
    ...left("cost"),
    ...left("wallMs"),
  };
}
