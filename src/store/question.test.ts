import { expect, it } from "vitest";
import { questionWords } from "./question.ts";

const texts = (question: string) => questionWords(question).map(({ text }) => text);

it("[L34] the words of a query are letters and digits, with anything between them", () => {
  expect(texts('"cache" AND NOT (x OR* content:y) -z')).toEqual([
    "cache",
    "AND",
    "NOT",
    "x",
    "OR",
    "content",
    "y",
    "z",
  ]);
  expect(texts('"*(){}^:-\0')).toEqual([]);
});

it("[L31] words of one stem count once, and accents belong to their word in any encoding", () => {
  expect(texts("cache Caching CACHED")).toEqual(["cache"]);
  expect(questionWords("re\u0301sume\u0301s")).toEqual([{ text: "re\u0301sume\u0301s", stem: "resum" }]);
});

it("[L34] a query of any length has at most 32 words", () => {
  expect(texts(Array.from({ length: 5000 }, (_, i) => `n${i}`).join(" "))).toHaveLength(32);
});
