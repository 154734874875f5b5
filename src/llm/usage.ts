import type { Usage } from "./engine.ts";

/** More tokens than any turn has; sums of such numbers stay exact. */
const MOST = 1e12;

/** Zero tokens. */
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Usage in whole tokens. A negative or non-finite count from a service becomes zero. */
export function countable(usage: Usage): Usage {
  const { cacheReadTokens, cacheWriteTokens } = usage;
  return {
    ...usage,
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    ...(cacheReadTokens !== undefined && { cacheReadTokens: count(cacheReadTokens) }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens: count(cacheWriteTokens) }),
  };
}

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: (a.cacheReadTokens ?? 0) + (b.cacheReadTokens ?? 0),
    cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0),
  };
}

function count(tokens: unknown): number {
  return Number.isFinite(tokens) && Number(tokens) > 0 ? Math.min(Math.ceil(Number(tokens)), MOST) : 0;
}
