import { expect, test } from "vitest";
import { coloursOf } from "./colours.ts";
import { table } from "./table.ts";

test.each<[string, boolean, Record<string, string>, boolean]>([
  ["a terminal", true, {}, true],
  ["a pipe", false, {}, false],
  ["NO_COLOR", true, { NO_COLOR: "1" }, false],
  ["an empty NO_COLOR", true, { NO_COLOR: "" }, true],
  ["a dumb terminal", true, { TERM: "dumb" }, false],
])("[D25] %s (%j, %j) has colours: %j", (_, isTerminal, env, expected) => {
  expect(coloursOf({ isTerminal, env }).cyan("x") !== "x").toBe(expected);
});

test("[D25] colours do not move the columns of a table", () => {
  const rows = [
    ["a-long-id", "1"],
    ["b", "22"],
  ];
  const plain = table(["ID", "N"], rows);
  const painted = table(["ID", "N"], rows, coloursOf({ isTerminal: true, env: {} }));
  expect(painted.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  expect(painted).not.toBe(plain);
});
