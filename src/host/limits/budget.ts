import { countable, type Usage } from "../../llm/index.ts";
import type { Allowance, HostLimits, LimitCode, Refusal, Span } from "./limits.ts";

/** What a session has used and may use. Plain data: it is stored with the session. */
export interface Budget {
  /** As configured; grants are added in the accounts. */
  readonly limits: HostLimits;
  readonly message: Account;
  readonly session: Account;
  readonly perMinute?: number;
  /** The calls of the last minute, if they are limited. */
  readonly minute: readonly { readonly at: number; readonly critical: boolean }[];
  /** When the clock started; absent while no message is in progress. */
  readonly startedAt?: number;
  readonly outcomes: readonly Outcome[];
}

/** One span's allowance and usage. */
export interface Account {
  readonly allowance: Allowance;
  readonly calls: number;
  /** Calls of tools that are not critical. */
  readonly ordinary: number;
  readonly perTool: Readonly<Record<string, number>>;
  readonly tokens: number;
  readonly cost: number;
  /** Up to when the clock last stopped. */
  readonly wallMs: number;
}

/** Added to the allowances. Granting something that is not limited changes nothing. */
export interface Grant {
  readonly message?: Partial<Allowance>;
  readonly session?: Partial<Allowance>;
  readonly perMinute?: number;
}

/** How a call ended: with a new result, with an error, or as a repetition of an earlier call. */
export type Outcome = "progress" | "failed" | "repeated";

/** What is left of each limit; never negative. */
export interface Remaining {
  readonly message: Allowance;
  readonly session: Allowance;
  /** Calls left in the current sixty seconds. */
  readonly perMinute?: number;
}

/** A new session's budget. */
export function openBudget(limits: HostLimits): Budget {
  const { message, session, perMinute } = limits;
  return {
    limits,
    message: openAccount(message),
    session: openAccount(session),
    perMinute,
    minute: [],
    outcomes: [],
  };
}

/** The same usage under other limits. Grants stay only if the limits are unchanged. */
export function withLimits(budget: Budget, limits: HostLimits): Budget {
  if (JSON.stringify(limits) === JSON.stringify(budget.limits)) return budget;
  return {
    ...budget,
    limits,
    message: { ...budget.message, allowance: limits.message },
    session: { ...budget.session, allowance: limits.session },
    perMinute: limits.perMinute,
  };
}

/** A fork's budget: what the original has left, with fresh counts for limits that the fork sets itself. */
export function forkBudget(
  budget: Budget,
  limits: HostLimits,
  fresh: { readonly calls: boolean; readonly resources: boolean },
): Budget {
  const used = withLimits(budget, limits);
  const begin = (account: Account): Account => ({
    ...account,
    ...(fresh.calls && { calls: 0, ordinary: 0, perTool: {} }),
    ...(fresh.resources && { tokens: 0, cost: 0, wallMs: 0 }),
  });
  return {
    ...used,
    message: begin(used.message),
    session: begin(used.session),
    ...(fresh.calls && { minute: [], outcomes: [] }),
  };
}

/** Begins a user message: its counts start at zero and grants to the previous message end. */
export function beginMessage(budget: Budget, now: number): Budget {
  const { message, adaptive } = budget.limits;
  const { calls } = message;
  const allowance =
    adaptive && calls !== undefined ? { ...message, calls: adapt(calls, budget.outcomes) } : message;
  return { ...budget, message: openAccount(allowance), startedAt: now };
}

/** Stops the clock: the message is over or waits for a grant. */
export function endMessage(budget: Budget, now: number): Budget {
  const { startedAt: _, message, session, ...rest } = budget;
  const wallMs = runningMs(budget, now);
  return {
    ...rest,
    message: { ...message, wallMs: message.wallMs + wallMs },
    session: { ...session, wallMs: session.wallMs + wallMs },
  };
}

/** Continues a message with what it has used so far. */
export function resumeMessage(budget: Budget, now: number): Budget {
  return { ...budget, startedAt: now };
}

/** Counts the usage of a model turn. */
export function spend(budget: Budget, usage: Usage, cost = 0): Budget {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = countable(usage);
  const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
  const charge = (account: Account): Account => ({
    ...account,
    tokens: account.tokens + tokens,
    cost: account.cost + (cost > 0 ? cost : 0),
  });
  return { ...budget, message: charge(budget.message), session: charge(budget.session) };
}

/** Records how a call ended, for adaptive limits. */
export function settle(budget: Budget, outcome: Outcome): Budget {
  return { ...budget, outcomes: [...budget.outcomes, outcome].slice(-RECENT) };
}

/** Raises the allowances. A message's grant ends with the message, a session's stays. */
export function grant(budget: Budget, more: Grant): Budget {
  const { message = {}, session = {}, perMinute = 0 } = more;
  return {
    ...budget,
    message: { ...budget.message, allowance: raise(budget.message.allowance, message) },
    session: { ...budget.session, allowance: raise(budget.session.allowance, session) },
    perMinute: budget.perMinute === undefined ? undefined : budget.perMinute + perMinute,
  };
}

/** The grant that lets a session continue after a refusal: the configured amount again. */
export function asMuchAgain({ limits }: Budget, { code, scope, tool }: Refusal): Grant {
  if (scope === "minute") return { perMinute: limits.perMinute };
  if (scope !== "tool") return { [scope]: { [FIELDS[code]]: limits[scope][FIELDS[code]] ?? 0 } };
  if (tool === undefined) return {};
  const { name, span } = tool;
  return { [span]: { perTool: { [name]: ownCount(limits[span].perTool, name) ?? 0 } } };
}

/** How long a span has taken until now. */
export function elapsedMs(budget: Budget, span: Span, now: number): number {
  return budget[span].wallMs + runningMs(budget, now);
}

/** What is left of a budget, for display. */
export function remaining(budget: Budget, now: number): Remaining {
  const { perMinute, minute } = budget;
  const recent = minute.filter(({ at }) => now - at < 60_000).length;
  return {
    message: leftOf(budget, "message", now),
    session: leftOf(budget, "session", now),
    perMinute: perMinute === undefined ? undefined : Math.max(0, perMinute - recent),
  };
}

/** Reads a count without inherited keys: a tool may be called `constructor`. */
export function ownCount(counts: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(counts, name) ? counts[name] : undefined;
}

const RECENT = 20;

/** Every session starts with credit for this many successful calls, so that one early failure does not dominate. */
const TRUST = 4;

/**
 * The call limit of the next message: `given * (4 + progress) / (4 + calls)` over the last twenty calls, rounded up.
 * Failed and repeated calls shrink it, progress restores it. It never exceeds `given`, and never reaches 0 unless `given`
 * is 0.
 */
export function adapt(given: number, history: readonly Outcome[]): number {
  const recent = history.slice(-RECENT);
  const progress = recent.filter((outcome) => outcome === "progress").length;
  return Math.ceil((given * (TRUST + progress)) / (TRUST + recent.length));
}

const FIELDS = {
  TOOL_CALL_LIMIT: "calls",
  TOKEN_LIMIT: "tokens",
  COST_LIMIT: "cost",
  TIME_LIMIT: "wallMs",
} as const satisfies Record<LimitCode, keyof Allowance>;
const AMOUNTS = Object.values(FIELDS);

function openAccount(allowance: Allowance): Account {
  return { allowance, calls: 0, ordinary: 0, perTool: {}, tokens: 0, cost: 0, wallMs: 0 };
}

/** A clock that was set back grants no extra time. */
function runningMs({ startedAt }: Budget, now: number): number {
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt);
}

function raise(allowance: Allowance, more: Partial<Allowance>): Allowance {
  return mapAmounts(allowance, {
    amount: (limit, name) => limit + (more[name] ?? 0),
    tool: (limit, name) => limit + (ownCount(more.perTool ?? {}, name) ?? 0),
  });
}

function leftOf(budget: Budget, span: Span, now: number): Allowance {
  const account = { ...budget[span], wallMs: elapsedMs(budget, span, now) };
  return mapAmounts(account.allowance, {
    amount: (limit, name) => Math.max(0, limit - account[name]),
    tool: (limit, name) => Math.max(0, limit - (ownCount(account.perTool, name) ?? 0)),
  });
}

/** Maps every amount that is limited. */
function mapAmounts(
  allowance: Allowance,
  to: {
    readonly amount: (limit: number, name: (typeof AMOUNTS)[number]) => number;
    readonly tool: (limit: number, name: string) => number;
  },
): Allowance {
  const tools = Object.entries(allowance.perTool).map(([name, limit]) => [name, to.tool(limit, name)]);
  const amounts = AMOUNTS.flatMap((name) => {
    const limit = allowance[name];
    return limit === undefined ? [] : [[name, to.amount(limit, name)]];
  });
  return { perTool: Object.fromEntries(tools), ...Object.fromEntries(amounts) };
}
