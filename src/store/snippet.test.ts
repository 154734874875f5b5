import fc from "fast-check";
import { expect, it } from "vitest";
import { snippetOf } from "./snippet.ts";
import { wordsOf } from "./words.ts";

const cut = (text: string, question: string) => snippetOf(text, new Set(wordsOf(question)));
const filler = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");

it("[L33] a short text is shown whole, its matches in brackets", () => {
  expect(cut("(The cached résumé, again!)", "resume cache")).toBe("(The [cached] [résumé], again!)");
  expect(cut("nothing here", "zebra")).toBe("nothing here");
  expect(cut("", "zebra")).toBe("");
});

it("[L33] the snippet of a long text has the most words, in its middle", () => {
  const text = `needle ${filler(60)} a thread in a needle ${filler(60)}`;
  expect(cut(text, "needle thread")).toMatch(/^…w\d+ .* a \[thread\] in a \[needle\] w0 .*w\d+…$/);
  expect(cut(text, "needle").indexOf("[needle]")).toBe(0);
  expect(cut(`${filler(60)} last`, "last")).toMatch(/^….* w59 \[last\]$/);
});

it("[L33] for any text, a snippet is part of it and bounded", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 2000 }),
      fc.string({ maxLength: 20 }),
      (text, question) => {
        const snippet = cut(text, question);
        expect(snippet.length).toBeLessThanOrEqual(602);
        if (!/[[\]…\0]/.test(text)) expect(text).toContain(snippet.replaceAll(/[[\]…]/g, ""));
      },
    ),
  );
});

it("[RE1] the snippet of a megabyte comes from the first chunk with a match", () => {
  const long = filler(150_000);
  expect(cut(`${long} a needle ${long}`, "needle")).toMatch(/^…w\d+ .* a \[needle\] w0 .*w\d+…$/);
  expect(cut(`needle ${long}`, "needle")).toMatch(/^\[needle\] w0 .*…$/);
  expect(cut(`${long} needle`, "needle")).toMatch(/^….* \[needle\]$/);
});
