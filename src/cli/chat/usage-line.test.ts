import { expect, test } from "vitest";
import { openBudget, readLimits, remaining } from "../../host/limits/index.ts";
import { leftLine, usageLine } from "./usage-line.ts";

const usage = { inputTokens: 1200, outputTokens: 34, cacheReadTokens: 800 };

test("[CH1] shows tokens, cost if known, and what is left in one line", () => {
  const none = remaining(openBudget(readLimits()), 0);
  expect(usageLine({ usage }, none)).toBe("2,000 tokens in (800 cached), 34 out");
  expect(usageLine({ usage, cost: 0.0123 }, none)).toBe("2,000 tokens in (800 cached), 34 out · $0.0123");
  const some = remaining(openBudget(readLimits(1)), 0);
  expect(usageLine({ usage, cost: 1.5 }, some)).toMatch(/ · \$1\.50 · left: 1 call for this message$/);
});

test("[CH1] names every kind of limit", () => {
  const limits = readLimits(
    { per_message: 3, per_session: 20, per_tool: { "files\u001bwrite": 2 }, per_minute: 10 },
    { tokens: 5000, cost: { per_session: 0.5 }, wall_ms: 90_000 },
  );
  expect(leftLine(remaining(openBudget(limits), 0))).toBe(
    "3 calls, 2 of files�write, 5,000 tokens, 90 s for this message; 20 calls, $0.50 for this session; 10 calls for this minute",
  );
});
