import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, diff, wordDiff, wordsOf } from "./diff.ts";

const side = (changes: readonly Change[], without: Change["kind"]) =>
  changes.filter(({ kind }) => kind !== without).flatMap(({ parts }) => parts);
const short = (changes: readonly Change[]) =>
  changes.map(({ kind, parts }) => `${{ kept: "=", removed: "-", added: "+" }[kind]}${parts.join("")}`);

test("[WB34] what is kept and removed is the text before, what is kept and added the text after", () => {
  const words = fc.array(fc.constantFrom("a ", "b ", "c ", "d "), { maxLength: 40 });
  fc.assert(
    fc.property(words, words, fc.nat(30), (before, after, most) => {
      const changes = diff(before, after, most);
      expect(side(changes, "added")).toEqual(before);
      expect(side(changes, "removed")).toEqual(after);
      changes.forEach((change, index) => {
        expect(change.parts.length).toBeGreaterThan(0);
        expect(change.kind).not.toBe(changes[index - 1]?.kind);
      });
    }),
  );
});

test("[WB34] it is the shortest difference where they differ little", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const kept = diff(before, after)
        .filter(({ kind }) => kind === "kept")
        .flatMap(({ parts }) => parts);
      expect(kept.length).toBe(longestCommon(before, after));
    }),
  );
});

const odd = fc.constantFrom("a", "é", "_", " ", "\n", "*", "\u{1f9f5}", "\ud800", "\u0301", "\0");

test("[WB34] the words of a text together are the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: odd }), (text) => {
      expect(wordsOf(text).join("")).toBe(text);
    }),
  );
  expect(wordsOf("  The cache, **cold**.")).toEqual([
    "  ",
    "The ",
    "cache",
    ", ",
    "*",
    "*",
    "cold",
    "*",
    "*",
    ".",
  ]);
});

test("[WB34] a revision reads as what was taken out and what was put in", () => {
  const changes = diff(wordsOf("The leak is in the heap."), wordsOf("Most of the leak is in the heap."));
  expect(short(changes)).toEqual(["-The ", "+Most of the ", "=leak is in the heap."]);
  expect(diff([], [])).toEqual([]);
});

test("[WB34] texts that differ in everything end early, and are told as wholes", () => {
  const many = (word: string) => Array.from({ length: 50_000 }, (_, index) => `${word}${index} `);
  const changes = diff(many("a"), many("b"));
  expect(changes.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

function longestCommon(one: readonly string[], other: readonly string[]): number {
  const table = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++)
      table[i]![j] =
        one[i - 1] === other[j - 1]
          ? table[i - 1]![j - 1]! + 1
          : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
  return table[one.length]![other.length]!;
}

test("[WB34] what is kept by chance between changes counts as changed, and nothing is lost", () => {
  const text = fc.array(fc.constantFrom("one ", "two ", "a ", ", ", "threefourfive ", "\n"), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = wordDiff(before.join(""), after.join(""));
      expect(side(changes, "added").join("")).toBe(before.join(""));
      expect(side(changes, "removed").join("")).toBe(after.join(""));
    }),
  );
  expect(short(wordDiff("Seen: red, blue is nice here", "Seen: big, tall is nice here"))).toEqual([
    "=Seen: ",
    "-red, blue ",
    "+big, tall ",
    "=is nice here",
  ]);
});
