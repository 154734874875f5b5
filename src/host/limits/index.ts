export { adapt, type Outcome } from "./adapt.ts";
export {
  type Account,
  asMuchAgain,
  type Budget,
  beginMessage,
  endMessage,
  forkBudget,
  type Grant,
  grant,
  openBudget,
  resumeMessage,
  settle,
  spend,
  withLimits,
} from "./budget.ts";
export { type Dispatched, dispatch, exhausted } from "./dispatch.ts";
export type { Allowance, HostLimits, Span } from "./limits.ts";
export { type MaxToolCalls, type ResourceLimits, readLimits, type SpanLimit } from "./read-limits.ts";
export type { LimitCode, Refusal } from "./refusal.ts";
export { type Remaining, remaining } from "./remaining.ts";
export { type ComparableCall, type Repetition, repeated, repetitionText } from "./repeated.ts";
