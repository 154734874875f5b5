import { expect, test } from "vitest";
import { relativeTime } from "./time.tsx";

test("[WB7] times are relative for a week, and then a date", () => {
  const present = Date.parse("2026-11-15T12:00:00");
  const ago = (seconds: number) => relativeTime(present - seconds * 1000, present);
  expect([-5, 3, 25, 90, 7300, 90_000, 6 * 86_400].map(ago)).toEqual([
    "just now",
    "just now",
    "20 s ago",
    "1 min ago",
    "2 h ago",
    "1 d ago",
    "6 d ago",
  ]);
  expect(ago(10 * 86_400)).toBe("5 Nov");
  expect(ago(400 * 86_400)).toBe("11 Oct 2025");
});
