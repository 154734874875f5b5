import { expect, test } from "vitest";
import { readTime } from "./time.ts";

test.each([
  ["2026-11-15T10:20:30.400Z", "2026-11-15T10:20:30.400Z"],
  ["2026-11-15T10:20:30+02:00", "2026-11-15T08:20:30.000Z"],
  ["2026-11-15T10:20", "2026-11-15T10:20:00.000Z"],
  [" 2026-11-15 10:20:30 ", "2026-11-15T10:20:30.000Z"],
  ["2026-11", "2026-11-01T00:00:00.000Z"],
])("[Q2] the time %j is read as UTC unless it says otherwise", (given, expected) => {
  expect(readTime(given, "since")).toBe(expected);
  expect(readTime(given, "until")).toBe(expected);
});

test("[Q2] a date alone means the whole day", () => {
  expect(readTime("2026-11-15", "since")).toBe("2026-11-15T00:00:00.000Z");
  expect(readTime("2026-11-15", "until")).toBe("2026-11-15T23:59:59.999Z");
});

test.each([
  "",
  "yesterday",
  "2026-13-45",
  "2026-02-31",
  "2026-02-29T10:00:00Z",
  "12",
  "2026-11-15T99:00Z",
  "1763200000",
  `2026-11-15${" ".repeat(99)}x`,
])("[Q2] %j is not a time", (given) => {
  expect(readTime(given, "until")).toBeUndefined();
});
