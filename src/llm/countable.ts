import type { Usage } from "./engine.ts";

/** More tokens than any turn has: sums of such numbers stay exact. */
const MOST = 1e12;

/** Usage as it is counted: what a service reports below zero, or as no number, is zero. */
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
  return typeof tokens === "number" && tokens > 0 ? Math.min(tokens, MOST) : 0;
}
