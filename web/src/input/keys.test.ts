import { expect, test } from "vitest";
import { findShortcut, keyLabel, type ShortcutGroup } from "./keys.ts";

const run = () => {};
const groups: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["Mod+k"], does: "search", run },
      { keys: ["g"], does: "go", run },
      { keys: ["Alt+ArrowUp"], does: "move", run },
    ],
  },
  { title: "Session", shortcuts: [{ keys: ["g", "ArrowDown"], does: "graph", run }] },
];
const pressed = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) =>
  findShortcut(groups, { key, ctrlKey: false, metaKey: false, altKey: false, ...held })?.does;

test("[WB12] the shortcuts of a view take precedence over those of the page", () => {
  expect(pressed("g")).toBe("graph");
  expect(pressed("ArrowDown")).toBe("graph");
  expect(pressed("G")).toBeUndefined();
});

test("[WB12] Ctrl and Cmd are equivalent, and a plain key is neither", () => {
  expect(pressed("k", { ctrlKey: true })).toBe("search");
  expect(pressed("K", { metaKey: true })).toBe("search");
  expect(pressed("k")).toBeUndefined();
  expect(pressed("g", { ctrlKey: true })).toBeUndefined();
});

test("[WB12] Alt is separate, and Ctrl+Alt types a character", () => {
  expect(pressed("ArrowUp", { altKey: true })).toBe("move");
  expect(pressed("ArrowUp")).toBeUndefined();
  expect(pressed("g", { altKey: true })).toBeUndefined();
  expect(pressed("k", { altKey: true, ctrlKey: true })).toBeUndefined();
});

test("[WB12] keys have the labels of the keyboard", () => {
  expect(["Mod+k", "Alt+ArrowUp", "ArrowUp", "?"].map(keyLabel)).toEqual(["Ctrl K", "Alt ↑", "↑", "?"]);
});
