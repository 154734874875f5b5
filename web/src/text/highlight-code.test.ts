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

test("[WB47] each language has its comments and keywords, and an unknown one stays plain", () => {
  const kinds = (code: string, language: string) =>
    codePieces(code, language).flatMap(({ text, kind }) => (kind === "" ? [] : [`${kind} ${text}`]));
  expect(kinds("def f(): # one\n  return 2", "Python")).toEqual([
    "word def",
    "comment # one",
    "word return",
    "number 2",
  ]);
  expect(kinds("SELECT a -- one\nFROM 'b'", "sql")).toEqual([
    "word SELECT",
    "comment -- one",
    "word FROM",
    "string 'b'",
  ]);
  expect(kinds("if true; then echo 1; fi", "bash")).toEqual([
    "word if",
    "word true",
    "word then",
    "number 1",
    "word fi",
  ]);
  expect(kinds("if (a) return 1;", "brainfuck")).toEqual([]);
});
