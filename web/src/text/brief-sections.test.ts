import { expect, test } from "vitest";
import { sectionLines } from "./brief-sections.ts";

const lines = (origins: string) =>
  [...origins].map((origin, index) => ({
    section: "decided",
    text: String(index + 1),
    origin: { d: "declared", e: "extracted", i: "inferred" }[origin]!,
  }));
const short = (origins: string) => {
  const { shown, folded, more } = sectionLines(lines(origins), "decided");
  const texts = (part: readonly { readonly text: string }[]) => part.map(({ text }) => text).join("");
  return `${texts(shown)}|${texts(folded)}${folded.length > 0 ? ` ${more}` : ""}`;
};

test("[WB48] declared and quoted facts are shown, inferred ones folded", () => {
  expect(short("idie")).toBe("24|13 2 inferred from the text");
  expect(short("ddddddi")).toBe("23456|17 2 more");
});

test("[WB48] without declared facts the newest inferred ones are shown, and a single line is not folded", () => {
  expect(short("iii")).toBe("123|");
  expect(short("iiii")).toBe("1234|");
  expect(short("iiiii")).toBe("345|12 2 more");
});

test("[WB48] that a complete session has no next step is not a line", () => {
  const next = { section: "next", text: "None: the session is complete (#6)", origin: "inferred" };
  expect(sectionLines([next], "next").shown).toEqual([]);
});
