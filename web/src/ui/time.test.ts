import { expect, test } from "vitest";
import { dayName, relativeTime, timeInDay } from "./time.tsx";

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

test("[WB7] under the name of its day, a time is the hour and minute, and today the time since", () => {
  const at = Date.parse("2026-11-15T12:00:00");
  expect([at - 5_000, at - 7_300_000, at - 86_400_000].map((then) => timeInDay(then, at))).toEqual([
    "just now",
    "2 h ago",
    "12:00",
  ]);
});

test("[WB7] days have names", () => {
  const at = Date.parse("2026-11-18T12:00:00");
  const name = (date: string) => dayName(Date.parse(`${date}T00:00:00`), at);
  expect(["2026-11-18", "2026-11-17", "2026-11-16", "2025-03-01"].map(name)).toEqual([
    "Today",
    "Yesterday",
    "Monday 16 November",
    "1 March 2025",
  ]);
});
