import { expect, test } from "vitest";
import { countable } from "./usage.ts";

test("[HL9] counts negative or non-numeric usage as zero and keeps other usage", () => {
  const odd = { inputTokens: -5, outputTokens: Number.NaN, cacheReadTokens: "7" as unknown as number };
  expect(countable({ ...odd, cacheWriteTokens: Number.NEGATIVE_INFINITY })).toEqual({
    ...{ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  });
  expect(countable({ inputTokens: 3, outputTokens: 4 })).toEqual({ inputTokens: 3, outputTokens: 4 });
  expect(countable({ inputTokens: 1e308, outputTokens: 1 }).inputTokens).toBe(1e12);
});
