import { expect, test } from "vitest";
import { isPlainFilename, readFilename } from "./filename.ts";

test.each([
  ["utils", "utils.ts"],
  [" utils.ts ", "utils.ts"],
  ["v1.2", "v1.2.ts"],
  ["a b.test.mts", "a b.test.mts"],
  ["日本", "日本.ts"],
  ["main.JS", "main.JS"],
])("[J9] %j is the code cell %j", (given, filename) => {
  expect(readFilename(given, "typescript")).toEqual({ filename });
  expect(isPlainFilename(filename)).toBe(true);
});

test("[J9] a name without an extension gets that of the language", () => {
  expect(readFilename("utils", "javascript")).toEqual({ filename: "utils.js" });
});

test.each([
  ["", /empty/],
  ["../up.ts", /folder/],
  ["a/b.ts", /folder/],
  ["a\\b.ts", /folder/],
  [".npmrc", /dot/],
  ["..", /dot/],
  ["package.json", /notebook itself/],
  ["Package-Lock.json", /notebook itself/],
  ["node_modules", /notebook itself/],
  ["data.json", /no code/],
  ["script.py", /no code/],
  ["a\u0000.ts", /control/],
  ["a\n.ts", /control/],
  ["a\u202e.ts", /control/],
  [`${"x".repeat(101)}.ts`, /100 characters/],
  [`${"日".repeat(90)}.ts`, /240 bytes/],
])("[J17] %j is refused as a filename, and the refusal says what to send", (given, why) => {
  expect(isPlainFilename(given)).toBe(false);
  const read = readFilename(given, "typescript");
  expect(read).toEqual({ problem: expect.stringMatching(why) });
  expect(read).toEqual({ problem: expect.stringContaining('"utils.ts"') });
});
