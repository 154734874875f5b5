import fc from "fast-check";
import { expect, test } from "vitest";
import { ansiPieces } from "./ansi.ts";

const E = String.fromCharCode(0x1b);

test("[WB63] colours and weights become classes and end where they are reset", () => {
  expect(ansiPieces(`a${E}[1;31mred${E}[22m thin${E}[39m plain${E}[0m`)).toEqual([
    { text: "a", look: "" },
    { text: "red", look: "ansi-1 ansi-bold" },
    { text: " thin", look: "ansi-1" },
    { text: " plain", look: "" },
  ]);
  expect(ansiPieces(`${E}[38;5;12mblue${E}[48;2;1;2;3m still${E}[92;44mgreen`)).toEqual([
    { text: "blue", look: "ansi-4" },
    { text: " still", look: "ansi-4" },
    { text: "green", look: "ansi-2 ansi-back-4" },
  ]);
});

test("[WB63] cursor, title and link sequences are removed, and an overwritten line keeps its last text", () => {
  expect(ansiPieces(`${E}[2J${E}]0;title${String.fromCharCode(7)}a${E}[1A`)).toEqual([
    { text: "a", look: "" },
  ]);
  expect(ansiPieces("10%\r50%\r100%\ndone\r\n")).toEqual([{ text: "100%\ndone\n", look: "" }]);
});

test("[WB63] text without escapes is unchanged, and classes are plain names", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const plain = text.replace(/[\r\u001b]/g, "");
      expect(
        ansiPieces(plain)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(plain);
      for (const { look } of ansiPieces(text)) expect(look).toMatch(/^[a-z0-9 -]*$/);
    }),
  );
});
