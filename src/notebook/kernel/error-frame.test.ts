import fc from "fast-check";
import { expect, test } from "vitest";
import { errorFrame } from "./error-frame.ts";

const code = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n");

test("[Z1] a code frame shows two lines before and after, numbered, and marks the line", () => {
  expect(errorFrame(code, 9)).toBe(
    ["   7 | line 7", "   8 | line 8", ">  9 | line 9", "  10 | line 10", "  11 | line 11"].join("\n"),
  );
  expect(errorFrame("only", 1)).toBe("> 1 | only");
  expect(errorFrame("a\r\nb\r\nc", 3)).toBe("  1 | a\n  2 | b\n> 3 | c");
});

test("[Z1] a code frame marks the column, also at the end of the line and after a tab", () => {
  expect(errorFrame("const a = b;", 1, 11)).toBe("> 1 | const a = b;\n    |           ^");
  expect(errorFrame("ab", 1, 3)).toBe("> 1 | ab\n    |   ^");
  expect(errorFrame("\tab", 1, 2)).toBe("> 1 |   ab\n    |   ^");
  expect(errorFrame("ab", 1, 9)).toBe("> 1 | ab");
});

test("[Z1] the code frame of a missing line is empty", () => {
  for (const line of [0, -1, 13, 1.5, Number.NaN]) expect(errorFrame(code, line)).toBe("");
});

test("[Z1] a long line is cut around its column", () => {
  expect(errorFrame("x".repeat(500), 1)).toBe(`> 1 | ${"x".repeat(120)}…`);
  const [text, mark] = errorFrame(`${"x".repeat(400)}!${"x".repeat(400)}`, 1, 401).split("\n");
  expect(text).toMatch(/^> 1 \| …x+!x+…$/);
  expect(mark!.length - 1).toBe(text!.indexOf("!"));
});

test("[Z1] nothing in a code frame moves the cursor or reverses the text", () => {
  expect(errorFrame("a\x1b[31m\x00\u202eb\x9b", 1)).toBe("> 1 | a␛[31m␀\\u{202e}b\\u{9b}");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(5), fc.option(fc.nat(200)), (text, line, column) => {
      const frame = errorFrame(text, line + 1, column ?? undefined);
      expect(frame).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      expect(frame.split("\n").length).toBeLessThanOrEqual(6);
    }),
  );
});
