import { expect, test } from "vitest";
import { byCloseness, closest } from "./closest.ts";

const models = [
  "five-whys",
  "six-thinking-hats",
  "decision-matrix",
  "first-principles",
  "ooda-loop",
  "rubber-duck",
];

test.each([
  ["six-hats", "six-thinking-hats"],
  ["SixThinkingHats", "six-thinking-hats"],
  ["six hat", "six-thinking-hats"],
  ["hats", "six-thinking-hats"],
  ["six-whys", "five-whys"],
  ["5-whys", "five-whys"],
  ["rubberduck", "rubber-duck"],
  ["ruber-duk", "rubber-duck"],
  ["first principle thinking", "first-principles"],
  ["decision tree", "decision-matrix"],
  ["OODA", "ooda-loop"],
])("[V2] %j most likely means %s", (written, name) => {
  expect(closest(written, models)).toBe(name);
});

test.each(["", "toaster", "kanban", "swot", "x", "a-very-different-name", "x".repeat(5_000)])(
  "[V2] %j is near no name, and none is guessed",
  (written) => {
    expect(closest(written, models)).toBeUndefined();
  },
);

test("[V2] names are ranked by closeness", () => {
  expect(byCloseness("serch", ["reset", "search_all", "search"]).slice(0, 1)).toEqual(["search"]);
  expect(byCloseness("x", [])).toEqual([]);
});
