import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, diff, wordDiff, wordsOf } from "./diff.ts";

const side = (changes: readonly Change[], without: Change["kind"]) =>
  changes.filter(({ kind }) => kind !== without).flatMap(({ parts }) => parts);
const short = (changes: readonly Change[]) =>
  changes.map(({ kind, parts }) => `${{ kept: "=", removed: "-", added: "+" }[kind]}${parts.join("")}`);

test("[WB34] kept and removed parts are the first text, kept and added parts the second", () => {
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

test("[WB34] finds the shortest difference of texts that differ little", () => {
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

test("[WB34] the words of a text join to the text", () => {
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

test("[WB34] a revision reads as removed and added words", () => {
  const changes = diff(wordsOf("The leak is in the heap."), wordsOf("Most of the leak is in the heap."));
  expect(short(changes)).toEqual(["-The ", "+Most of the ", "=leak is in the heap."]);
  expect(diff([], [])).toEqual([]);
});

test("[WB34] texts with no common word are removed and added as a whole", () => {
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

test("[WB34] short matches between changes count as changed, and no text is lost", () => {
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
