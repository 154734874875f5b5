import { expect, test } from "vitest";
import type { CellShape } from "../../data/api-types.ts";
import { type Drafts, withMine, withReloaded, withTyped } from "./drafts.ts";

const NONE: Drafts = new Map();
const cell = (content: string, version: number): CellShape => ({
  id: "c",
  kind: "markdown",
  content,
  version,
  stale: false,
});

test("[WB61] typing creates a draft, and restoring the text removes it", () => {
  const drafts = withTyped(NONE, cell("a", 1), "ab");
  expect(drafts.get("c")).toEqual({ content: "ab", version: 1, base: "a" });
  expect(withTyped(drafts, cell("a", 1), "a").size).toBe(0);
});

test("[WB61] a draft keeps its text and records the change of someone else", () => {
  const drafts = withReloaded(withTyped(NONE, cell("a", 1), "mine"), [cell("theirs", 2)]);
  const theirs = { content: "theirs", version: 2 };
  expect(drafts.get("c")).toEqual({ content: "mine", version: 1, base: "a", theirs });
  expect(withMine(drafts, "c").get("c")).toEqual({ content: "mine", version: 2, base: "theirs" });
  expect(withTyped(drafts, cell("theirs", 2), "theirs").get("c")?.theirs).toBeDefined();
});

test("[WB61] a draft of a cell that was only moved or renamed takes its new version", () => {
  const drafts = withReloaded(withTyped(NONE, cell("a", 1), "mine"), [cell("a", 3)]);
  expect(drafts.get("c")).toEqual({ content: "mine", version: 3, base: "a" });
});

test("[WB61] there is no conflict if both texts are equal", () => {
  expect(withReloaded(withTyped(NONE, cell("a", 1), "b"), [cell("b", 2)]).size).toBe(0);
  const same = withTyped(NONE, cell("a", 1), "b");
  expect(withReloaded(same, [cell("a", 1)])).toBe(same);
});
