import { expect, test } from "vitest";
import { createPhrases } from "./quotes.ts";

const found = (phrases: ReturnType<typeof createPhrases>, text: string) => [...phrases.in(text)];

test("[LF9] finds runs of six words, words and compounds of the texts, in JSON too", () => {
  const phrases = createPhrases();
  phrases.add("The key is zebra-QX77-plover and it opens the door");
  expect(found(phrases, "we saw ZEBRA qx77 plover")).toEqual([
    "zebra",
    "zebra qx77 plover",
    "qx77",
    "plover",
  ]);
  expect(found(phrases, String.raw`{"a":"{\"b\":\"it\\nopens the door to\"}"}`)).toEqual(["opens", "door"]);
  expect(found(phrases, "so plover and it opens the door")).toContain("plover and it opens the door");
  expect(found(phrases, "the is it")).toEqual([]);
});

test("[LF9] in long sessions words of letters only do not count by themselves", () => {
  const phrases = createPhrases({ plainWords: false });
  phrases.add("Ask (Berlin) for key QX77, now! mail ann@example.org soon");
  expect(found(phrases, "berlin now mail")).toEqual([]);
  expect(found(phrases, "QX77 ann@example.org")).toEqual(["qx77", "ann example org"]);
  expect(found(phrases, "ask berlin for key qx77 now")).toContain("ask berlin for key qx77 now");
});

test("[LF9] distinguishes a hundred thousand phrases from as many others", () => {
  const phrases = createPhrases();
  for (let index = 0; index < 100_000; index++) phrases.add(`item${index}`);
  const others = Array.from({ length: 100_000 }, (_, index) => `other${index}`).join(" ");
  expect(found(phrases, others)).toEqual([]);
  expect(found(phrases, "item1 item99999 item100000")).toEqual(["item1", "item99999"]);
});
