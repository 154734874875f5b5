import { expect, test } from "vitest";
import { clockTime, spanText } from "./clock.ts";

test("[WB31] a time includes the date if it differs from the reference", () => {
  const at = new Date(2026, 10, 15, 9, 5, 7).getTime();
  expect(clockTime(at, at + 1_000)).toBe("09:05:07");
  expect(clockTime(at, at + 86_400_000)).toBe("15 Nov, 09:05:07");
  expect(clockTime(at, at + 400 * 86_400_000)).toBe("15 Nov 2026, 09:05:07");
});

test("[WB39] a duration has at most two units", () => {
  expect([12, 5_250, 61_000, 3_600_000, 90_061_000].map(spanText)).toEqual([
    "12 ms",
    "5.3 s",
    "1 min 1 s",
    "1 h",
    "1 d 1 h",
  ]);
});
