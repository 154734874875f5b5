import { expect, test } from "vitest";
import table from "./prices.json" with { type: "json" };
import { costOf } from "./usage.ts";

const million = { inputTokens: 1_000_000, outputTokens: 0 };

test("[EN12] computes cost from the tokens of each kind and the table", () => {
  const usage = { inputTokens: 1000, outputTokens: 2000, cacheReadTokens: 10_000, cacheWriteTokens: 4000 };
  expect(costOf("claude-sonnet-4-5", usage)).toBeCloseTo(0.003 + 0.03 + 0.003 + 0.015, 10);
});

test.each([
  "claude-sonnet-4-5",
  "claude-sonnet-4.5",
  "claude-sonnet-4-5-20250929",
  "claude-sonnet-4-5-latest",
  "anthropic/claude-sonnet-4.5",
  "anthropic.claude-sonnet-4-5-20250929-v1:0",
  "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  "claude-sonnet-4-5@20250929",
  "projects/p/locations/l/publishers/anthropic/models/claude-sonnet-4-5@20250929",
])("[EN12] normalizes dots, dashes, dates and platform prefixes: %s", (id) => {
  expect(costOf(id, million)).toBe(3);
});

test("[EN12] the longest matching name wins", () => {
  expect(costOf("gpt-5", million)).toBe(1.25);
  expect(costOf("gpt-5-mini-2025-08-07", million)).toBe(0.25);
  expect(costOf("gpt-5.4-mini", million)).toBe(0.75);
  expect(costOf("claude-opus-4-20250514", million)).toBe(15);
  expect(costOf("claude-opus-4-1-20250805", million)).toBe(15);
  expect(costOf("claude-opus-4-5-20251101", million)).toBe(5);
  expect(costOf("claude-3-7-sonnet-20250219", million)).toBe(3);
});

test.each(["llama3.2", "linear-reasoning-v1", "claude-opus-5-9", "gpt-5.5-mini", "gpt-50", "", "gpt"])(
  "[EN12] a model outside the table has no cost, not the cost of a similar one: '%s'",
  (id) => {
    expect(costOf(id, million)).toBeUndefined();
  },
);

test("[EN12] long prompts cost more where the service says so, and cached tokens count as prompt", () => {
  expect(costOf("claude-haiku-5-5", { inputTokens: 100_000, outputTokens: 0 })).toBeCloseTo(0.01, 10);
  const long = { inputTokens: 1, outputTokens: 1_000_000, cacheReadTokens: 100_000 };
  expect(costOf("claude-haiku-5-5", long)).toBeCloseTo(2.5 + 0.005, 5);
});

test("[EN12] the table has a date, and every price is plausible", () => {
  expect(table.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const [name, price] of Object.entries(table.models)) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(price.cacheRead, name).toBeLessThanOrEqual(price.input);
    expect(price.input, name).toBeLessThan(price.output);
  }
});
