import { expect, test } from "vitest";
import type { CellShape } from "../../data/api-types.ts";
import { compared, type Drafts, kept, typed } from "./drafts.ts";

const NONE: Drafts = new Map();
const cell = (content: string, version: number): CellShape => ({
  id: "c",
  kind: "markdown",
  content,
  version,
  stale: false,
});

test("[WB61] typing makes a draft, and typing it back makes it none", () => {
  const drafts = typed(NONE, cell("a", 1), "ab");
  expect(drafts.get("c")).toEqual({ content: "ab", version: 1, base: "a" });
  expect(typed(drafts, cell("a", 1), "a").size).toBe(0);
});

test("[WB61] a draft knows when another changed its cell, and stays as it was typed", () => {
  const drafts = compared(typed(NONE, cell("a", 1), "mine"), [cell("theirs", 2)]);
  const theirs = { content: "theirs", version: 2 };
  expect(drafts.get("c")).toEqual({ content: "mine", version: 1, base: "a", theirs });
  expect(kept(drafts, "c").get("c")).toEqual({ content: "mine", version: 2, base: "theirs" });
  expect(typed(drafts, cell("theirs", 2), "theirs").get("c")?.theirs).toBeDefined();
});

test("[WB61] a draft of a cell that was only moved or renamed goes on from there", () => {
  const drafts = compared(typed(NONE, cell("a", 1), "mine"), [cell("a", 3)]);
  expect(drafts.get("c")).toEqual({ content: "mine", version: 3, base: "a" });
});

test("[WB61] when both wrote the same there is nothing to choose", () => {
  expect(compared(typed(NONE, cell("a", 1), "b"), [cell("b", 2)]).size).toBe(0);
  const same = typed(NONE, cell("a", 1), "b");
  expect(compared(same, [cell("a", 1)])).toBe(same);
});
