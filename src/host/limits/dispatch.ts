import { type Account, type Budget, elapsedMs, ownCount } from "./budget.ts";
import type { LimitCode, Refusal, Span } from "./limits.ts";

/** Whether a call may run, and the budget after it. */
export type Dispatched =
  | { readonly allowed: true; readonly budget: Budget }
  | { readonly allowed: false; readonly refused: Refusal; readonly budget: Budget };

const MINUTE_MS = 60_000;

/** Counts a call that is about to run, or refuses it and counts nothing. Parallel calls are dispatched one by one. */
export function dispatch(budget: Budget, call: { readonly name: string }, now: number): Dispatched {
  const { name } = call;
  const critical = budget.limits.critical.includes(name);
  const current = { ...budget, minute: budget.minute.filter(({ at }) => now - at < MINUTE_MS) };
  const refused =
    callsRefused(current, "message", critical) ??
    callsRefused(current, "session", critical) ??
    toolRefused(current, "message", name) ??
    toolRefused(current, "session", name) ??
    minuteRefused(current, critical) ??
    exhausted(current, now);
  if (refused !== undefined) return { allowed: false, refused, budget };
  return {
    allowed: true,
    budget: {
      ...current,
      message: counted(budget.message, name, critical),
      session: counted(budget.session, name, critical),
      minute: budget.perMinute === undefined ? [] : [...current.minute, { at: now, critical }],
    },
  };
}

/** The token, cost or time limit that is used up, if any. Checked before each model turn. */
export function exhausted(budget: Budget, now: number): Refusal | undefined {
  for (const span of ["message", "session"] as const) {
    const { allowance, tokens, cost } = budget[span];
    const refused =
      spent("TOKEN_LIMIT", span, tokens, allowance.tokens) ??
      spent("COST_LIMIT", span, cost, allowance.cost) ??
      spent("TIME_LIMIT", span, elapsedMs(budget, span, now), allowance.wallMs);
    if (refused !== undefined) return refused;
  }
}

function spent(code: LimitCode, span: Span, used: number, limit: number | undefined) {
  return limit !== undefined && used >= limit ? exceeded(code, span, limit, used) : undefined;
}

function callsRefused(budget: Budget, span: Span, critical: boolean): Refusal | undefined {
  const { allowance, calls, ordinary } = budget[span];
  return countRefused(span, allowance.calls, { calls, ordinary }, critical, budget.limits.reserve);
}

function minuteRefused({ minute, perMinute, limits }: Budget, critical: boolean): Refusal | undefined {
  const ordinary = minute.filter((call) => !call.critical).length;
  return countRefused("minute", perMinute, { calls: minute.length, ordinary }, critical, limits.reserve);
}

function countRefused(
  scope: Span | "minute",
  limit: number | undefined,
  used: { readonly calls: number; readonly ordinary: number },
  critical: boolean,
  reserve: number,
): Refusal | undefined {
  if (limit === undefined) return;
  const refusal = exceeded("TOOL_CALL_LIMIT", scope, limit, used.calls);
  if (used.calls >= limit) return refusal;
  const open = limit - Math.round(limit * reserve);
  if (!critical && used.ordinary >= open)
    return { ...refusal, text: `${refusal.text}: the rest is reserved for critical tools` };
}

function toolRefused(budget: Budget, span: Span, name: string): Refusal | undefined {
  const { allowance, perTool } = budget[span];
  const limit = ownCount(allowance.perTool, name);
  const used = ownCount(perTool, name) ?? 0;
  if (limit === undefined || used < limit) return;
  const text = `Tool call limit exceeded for the tool '${name}' in this ${span}`;
  return { code: "TOOL_CALL_LIMIT", scope: "tool", limit, used, text, tool: { name, span } };
}

const NAMES: Readonly<Record<LimitCode, string>> = {
  TOOL_CALL_LIMIT: "Tool call limit",
  TOKEN_LIMIT: "Token limit",
  COST_LIMIT: "Cost limit",
  TIME_LIMIT: "Time limit",
};

function exceeded(code: LimitCode, scope: Span | "minute", limit: number, used: number): Refusal {
  return { code, scope, limit, used, text: `${NAMES[code]} exceeded for this ${scope}` };
}

function counted(account: Account, name: string, critical: boolean): Account {
  return {
    ...account,
    calls: account.calls + 1,
    ordinary: account.ordinary + (critical ? 0 : 1),
    perTool: { ...account.perTool, [name]: (ownCount(account.perTool, name) ?? 0) + 1 },
  };
}

/** The part of a tool call that can be repeated. */
export interface ComparableCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** `warn`: the call runs and its result carries a warning. `stop`: the call does not run. */
export type Repetition = "fresh" | "warn" | "stop";

/** Checks how often a call was made in a row with the same arguments. The history holds the calls before it. */
export function repetitionOf(history: readonly ComparableCall[], call: ComparableCall): Repetition {
  const before = history.length - 1 - history.findLastIndex((earlier) => !isSame(earlier, call));
  if (before < WARNED - 1) return "fresh";
  return before === WARNED - 1 ? "warn" : "stop";
}

/** The note for the model; undefined for a fresh call. */
export function repetitionText(call: ComparableCall, repetition: Repetition): string | undefined {
  const again = `'${call.name}' has been called with the same arguments ${WARNED} times in a row`;
  if (repetition === "warn")
    return `${again}. Another such call will not run: use the result, or try something else.`;
  if (repetition === "stop") return `Not run: ${again}. Its result is above: use it, or try something else.`;
}

const WARNED = 3;

function isSame(a: ComparableCall, b: ComparableCall): boolean {
  return a.name === b.name && canonicalJson(a.input) === canonicalJson(b.input);
}

/** JSON that does not depend on the order of keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
