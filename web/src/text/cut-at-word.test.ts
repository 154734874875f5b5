import { expect, test } from "vitest";
import { cutAtWord } from "./cut-at-word.ts";

const within = (length: number) => (part: string) => part.length <= length;

test("[WB46] a line that does not fit ends at a word", () => {
  expect(cutAtWord("short", within(5))).toBe("short");
  expect(cutAtWord("one two, three", within(12))).toBe("one two…");
  expect(cutAtWord("one two", within(5))).toBe("one…");
  expect(cutAtWord("unbreakable", within(5))).toBe("unbr…");
  expect(cutAtWord("書き込みを単一", within(5))).toBe("書き込み…");
  expect(cutAtWord("word", within(0))).toBe("…");
  expect(cutAtWord("", within(0))).toBe("");
});
