import type { Usage } from "./engine.ts";

/** More tokens than any turn has: sums of such numbers stay exact. */
const MOST = 1e12;

/** Usage as it is counted, in whole tokens: what a service reports below zero, or as no finite number, is zero. */
export function countable(usage: Usage): Usage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  return {
    ...usage,
    inputTokens: count(inputTokens),
    outputTokens: count(outputTokens),
    ...(cacheReadTokens !== undefined && { cacheReadTokens: count(cacheReadTokens) }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens: count(cacheWriteTokens) }),
  };
}

function count(tokens: unknown): number {
  return Number.isFinite(tokens) && Number(tokens) > 0 ? Math.min(Math.ceil(Number(tokens)), MOST) : 0;
}
