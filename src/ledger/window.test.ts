import { expect, test } from "vitest";
import { formatWindow, windowSize } from "./window.ts";

test.each([
  { seq: 1, start: 0, max: 100, size: 1 },
  { seq: 100, start: 0, max: 100, size: 100 },
  { seq: 101, start: 0, max: 100, size: 100 },
  { seq: 101, start: 100, max: 100, size: 1 },
  { seq: 100, start: 100, max: 100, size: 0 },
  { seq: 99, start: 100, max: 100, size: 0 },
  { seq: 7, start: 0, max: 1, size: 1 },
])("[T4] after thought $seq a window of $max that begins after $start holds $size", (row) => {
  expect(windowSize(row.seq, row.start, row.max)).toBe(row.size);
});

test("[T6] the window reads as the formatted context of the think tool", () => {
  const entries = [
    { step: 1, timestamp: "2024-01-01T00:00:00Z", thought: "First thought" },
    { step: 2, timestamp: "2024-01-01T00:00:01Z", thought: "Second thought" },
  ];
  expect(formatWindow(entries)).toBe(
    `Previous thoughts in this session:

Step 1 (2024-01-01T00:00:00Z):
First thought

Step 2 (2024-01-01T00:00:01Z):
Second thought
`,
  );
  expect(formatWindow([])).toBe("");
});
