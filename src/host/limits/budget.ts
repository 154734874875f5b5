import { countable, type Usage } from "../../llm/index.ts";
import { adapt, type Outcome, RECENT } from "./adapt.ts";
import type { Allowance, HostLimits, Span } from "./limits.ts";
import type { LimitCode, Refusal } from "./refusal.ts";

/** What a session has used and may use: plain data that can be kept and read back. */
export interface Budget {
  /** As they were given; what was granted on top is in the accounts. */
  readonly limits: HostLimits;
  readonly message: Account;
  readonly session: Account;
  readonly perMinute?: number;
  /** The calls of the last minute, where they are limited. */
  readonly minute: readonly { readonly at: number; readonly critical: boolean }[];
  /** Since when the clock runs; absent while no message is under way. */
  readonly startedAt?: number;
  readonly outcomes: readonly Outcome[];
}

/** One span's allowance and what of it is used. */
export interface Account {
  readonly allowance: Allowance;
  readonly calls: number;
  /** Those calls that were of no critical tool. */
  readonly ordinary: number;
  readonly perTool: Readonly<Record<string, number>>;
  readonly tokens: number;
  readonly cost: number;
  /** Up to when the clock last stopped. */
  readonly wallMs: number;
}

/** What is added to the allowances; a limit that there is not stays none. */
export interface Grant {
  readonly message?: Partial<Allowance>;
  readonly session?: Partial<Allowance>;
  readonly perMinute?: number;
}

/** The budget of a session in which nothing has happened yet. */
export function openBudget(limits: HostLimits): Budget {
  const { message, session, perMinute } = limits;
  return {
    limits,
    message: openAccount(message),
    session: openAccount(session),
    ...(perMinute !== undefined && { perMinute }),
    minute: [],
    outcomes: [],
  };
}

/** The same use of other limits; what was granted stays only where the limits are the same. */
export function withLimits(budget: Budget, limits: HostLimits): Budget {
  if (JSON.stringify(limits) === JSON.stringify(budget.limits)) return budget;
  const { perMinute: _, ...rest } = budget;
  return {
    ...rest,
    limits,
    message: { ...budget.message, allowance: limits.message },
    session: { ...budget.session, allowance: limits.session },
    ...(limits.perMinute !== undefined && { perMinute: limits.perMinute }),
  };
}

/** A fork's budget: what is left of the one it comes from, but for what it is given limits of its own for. */
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

/** A user's message begins: its counts start from nothing, and what was granted to the one before is gone. */
export function beginMessage(budget: Budget, now: number): Budget {
  const { message, adaptive } = budget.limits;
  const calls = message.calls;
  const allowance =
    adaptive && calls !== undefined ? { ...message, calls: adapt(calls, budget.outcomes) } : message;
  return { ...budget, message: openAccount(allowance), startedAt: now };
}

/** The message is over, or waits for more to be granted: the clock stops. */
export function endMessage(budget: Budget, now: number): Budget {
  const { startedAt: _, message, session, ...rest } = budget;
  const wallMs = runningMs(budget, now);
  return {
    ...rest,
    message: { ...message, wallMs: message.wallMs + wallMs },
    session: { ...session, wallMs: session.wallMs + wallMs },
  };
}

/** The message goes on where it stopped, with what it has used. */
export function resumeMessage(budget: Budget, now: number): Budget {
  return { ...budget, startedAt: now };
}

/** Counts what a model turn used. */
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

/** Notes how a call went, for limits that adapt. */
export function settle(budget: Budget, outcome: Outcome): Budget {
  return { ...budget, outcomes: [...budget.outcomes, outcome].slice(-RECENT) };
}

/** Adds to what may be used: a message's grant ends with the message, a session's stays. */
export function grant(budget: Budget, more: Grant): Budget {
  const { message = {}, session = {}, perMinute } = more;
  return {
    ...budget,
    message: { ...budget.message, allowance: raise(budget.message.allowance, message) },
    session: { ...budget.session, allowance: raise(budget.session.allowance, session) },
    ...(budget.perMinute !== undefined && { perMinute: budget.perMinute + (perMinute ?? 0) }),
  };
}

/** The grant that lets a refused session go on: as much again as was given of what has run out. */
export function asMuchAgain({ limits }: Budget, { code, scope, tool }: Refusal): Grant {
  if (scope === "minute") return limits.perMinute === undefined ? {} : { perMinute: limits.perMinute };
  if (scope !== "tool") return { [scope]: { [FIELDS[code]]: limits[scope][FIELDS[code]] ?? 0 } };
  if (tool === undefined) return {};
  const { name, span } = tool;
  return { [span]: { perTool: { [name]: ownCount(limits[span].perTool, name) ?? 0 } } };
}

/** How long a span has taken, up to now. */
export function elapsedMs(budget: Budget, span: Span, now: number): number {
  return budget[span].wallMs + runningMs(budget, now);
}

const FIELDS = {
  TOOL_CALL_LIMIT: "calls",
  TOKEN_LIMIT: "tokens",
  COST_LIMIT: "cost",
  TIME_LIMIT: "wallMs",
} as const satisfies Record<LimitCode, keyof Allowance>;

function openAccount(allowance: Allowance): Account {
  return { allowance, calls: 0, ordinary: 0, perTool: {}, tokens: 0, cost: 0, wallMs: 0 };
}

/** A clock that was set back does not give time away. */
function runningMs({ startedAt }: Budget, now: number): number {
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt);
}

function raise(allowance: Allowance, more: Partial<Allowance>): Allowance {
  const add = (name: "calls" | "tokens" | "cost" | "wallMs") =>
    allowance[name] === undefined ? {} : { [name]: allowance[name] + (more[name] ?? 0) };
  const perTool = Object.entries(allowance.perTool).map(([name, calls]) => [
    name,
    calls + (ownCount(more.perTool ?? {}, name) ?? 0),
  ]);
  return {
    perTool: Object.fromEntries(perTool),
    ...add("calls"),
    ...add("tokens"),
    ...add("cost"),
    ...add("wallMs"),
  };
}

/** A tool may be called `constructor`. */
export function ownCount(counts: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(counts, name) ? counts[name] : undefined;
}
