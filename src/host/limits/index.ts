export {
  asMuchAgain,
  type Budget,
  beginMessage,
  endMessage,
  forkBudget,
  type Grant,
  grant,
  type Outcome,
  openBudget,
  type Remaining,
  remaining,
  resumeMessage,
  settle,
  spend,
  withLimits,
} from "./budget.ts";
export { type ComparableCall, dispatch, exhausted, repetitionOf, repetitionText } from "./dispatch.ts";
export type { LimitCode, Refusal } from "./limits.ts";
export { type MaxToolCalls, type ResourceLimits, readLimits } from "./read-limits.ts";
