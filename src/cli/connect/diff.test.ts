import { expect, test } from "vitest";
import { displayDiff } from "./diff.ts";

const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);

test("[K3] a diff has three lines of context and the numbers of its lines", () => {
  const before = numbers.join("");
  const after = before.replace("10\n", "10\nnew\n").replace("20\n", "last\n");
  expect(displayDiff("f.json", before, after, false)).toBe(
    "--- f.json\n+++ f.json\n@@ -8,6 +8,7 @@\n 8\n 9\n 10\n+new\n 11\n 12\n 13\n@@ -17,4 +18,4 @@\n 17\n 18\n 19\n-20\n+last\n",
  );
});

test("[K3] a new file is all additions, and CRLF is not shown", () => {
  expect(displayDiff("f", "", "a\r\nb\r\n", false)).toBe("--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
});

test("[K3] uses colour only on request", () => {
  const diff = displayDiff("f", "a\n", "b\n", true);
  expect(diff).toContain("\u{1b}[31m-a\u{1b}[0m\n\u{1b}[32m+b\u{1b}[0m\n");
  expect(displayDiff("f", "a\n", "b\n", false)).not.toContain("\u{1b}");
});

test("[K3] cuts a long line to the part that changes", () => {
  const before = `{"a":"${"x".repeat(500)}","b":"${"y".repeat(500)}"}`;
  const after = before.replace('"b"', '"clew":{},"b"');
  const lines = displayDiff("f", before, after, false).split("\n");
  expect(lines.every((line) => line.length < 170)).toBe(true);
  expect(lines.at(-2)).toMatch(/^\+…x+","clew":\{\},"b":"y+…$/);
});

test("[K10] hides secrets and control characters in the lines around a change", () => {
  const before = '"API_KEY": "sk-1",\n"title": "\u{1b}[2Jboo",\n';
  const diff = displayDiff("f", before, `${before}"clew": {}\n`, false);
  expect(diff).toContain(' "API_KEY": "***",\n "title": "\u{fffd}[2Jboo",\n+"clew": {}\n');
});

test("[K10] shows a change of a secret without the secret", () => {
  const diff = displayDiff("f", '"token": "old"\n', '"token": "new"\n', false);
  expect(diff).toContain('-"token": "***"\n+"token": "***"\n');
});
