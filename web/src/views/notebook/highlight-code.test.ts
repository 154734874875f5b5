import fc from "fast-check";
import { expect, test } from "vitest";
import { codePieces } from "./highlight-code.ts";

test("[WB61] comments, strings, keywords and numbers are recognized, and no character is lost", () => {
  expect(codePieces('const a = "x // y"; // 1').map(({ text, kind }) => [kind, text])).toEqual([
    ["word", "const"],
    ["", " a = "],
    ["string", '"x // y"'],
    ["", "; "],
    ["comment", "// 1"],
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab1\"'`/*\\\n {}$") }), (code) => {
      expect(
        codePieces(code)
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
    }),
  );
});
