import { expect, test } from "vitest";
import { dollars, usageText } from "./cost-text.ts";

test("[WB51] costs and tokens are short", () => {
  expect([0, 1.2, 0.25, 0.0042, 0.00001].map(dollars)).toEqual([
    "$0.00",
    "$1.20",
    "$0.25",
    "$0.0042",
    "$0.00001",
  ]);
  expect(usageText({ usage: { inputTokens: 1_000, cacheReadTokens: 200, outputTokens: 90 } })).toBe(
    "1,200 tokens in, 90 out",
  );
  expect([{}, { usage: null }, { usage: { inputTokens: "9" } }].map(usageText)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
