import { expect, test } from "vitest";
import { dollars, spentText } from "./cost-text.ts";

test("[WB51] costs and tokens are short", () => {
  expect([0, 1.2, 0.25, 0.0042, 0.00001].map(dollars)).toEqual([
    "$0.00",
    "$1.20",
    "$0.25",
    "$0.0042",
    "$0.00001",
  ]);
  expect(spentText({ usage: { inputTokens: 1_000, cacheReadTokens: 200, outputTokens: 90 } })).toBe(
    "1,200 tokens in, 90 out",
  );
  expect(spentText({ usage: { inputTokens: 10, outputTokens: 2 }, cost: 0.0042 })).toBe(
    "$0.0042, 10 tokens in, 2 out",
  );
  expect([{}, { usage: null }, { usage: { inputTokens: "9" } }].map(spentText)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
