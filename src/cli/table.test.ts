import fc from "fast-check";
import { expect, test } from "vitest";
import { line, paragraph, table } from "./table.ts";

const hostile = "\x1b[31mred\x1b]0;title\x07 \x9b2J \u202eevil\u202c \u2066x\u2069\r\nnext\tcell\0";

test("[D3] a line keeps its words and no control characters", () => {
  expect(line(hostile)).toBe("�[31mred�]0;title� �2J �evil� �x� next cell�");
});

test("[D3] a paragraph also keeps its newlines and tabs", () => {
  expect(paragraph(hostile)).toBe("�[31mred�]0;title� �2J �evil� �x�\nnext\tcell�");
  expect(paragraph("a\rb\r\nc")).toBe("a\nb\nc");
});

test("[D3] removes all control characters and overrides from any text", () => {
  const acting = "\0\x07\b\n\r\t\x1b\x7f\x85\x9b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069";
  const letter = fc.oneof(
    fc.constantFrom(...acting),
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
  );
  const text = fc.array(letter, { maxLength: 30 }).map((characters) => characters.join(""));
  fc.assert(
    fc.property(text, (text) => {
      expect(line(text)).not.toMatch(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/u);
      expect(paragraph(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_C}\u2028\u2029]/u);
    }),
  );
});

test("[D3] cuts a line to its width, between characters", () => {
  expect(line("🧵🧵🧵🧵", 3)).toBe("🧵🧵…");
  expect(line("abc", 3)).toBe("abc");
});

test("[D3] each column of a table is as wide as its widest cell", () => {
  const rows = [
    ["a", "🧵🧵🧵🧵", "x"],
    ["long", "", ""],
  ];
  expect(table(["ID", "N", "TITLE"], rows)).toBe("ID    N     TITLE\na     🧵🧵🧵🧵  x\nlong\n");
  expect(table(["ID"], [])).toBe("ID\n");
});
