import fc from "fast-check";
import { expect, test } from "vitest";
import { anySession, marksOf } from "./any-session.ts";
import { chainOf, compareChains } from "./chain.ts";
import { forkOf, nextInLane, nextSibling, parentOf, previousSibling } from "./moves.ts";

// Main 1, 2, 7; a hangs on 2: 3, 4; b hangs on 2: 5; c hangs on 4: 6.
const marks = marksOf([
  {},
  {},
  { branch: "a", fork: 2 },
  { branch: "a" },
  { branch: "b", fork: 2 },
  { branch: "c", fork: 4 },
  {},
]);

test("[WB38] keys lead along a lane, to the parent and to the fork", () => {
  expect([nextInLane(marks, 2, 7), nextInLane(marks, 3, 7), nextInLane(marks, 4, 7)]).toEqual([
    7,
    4,
    undefined,
  ]);
  expect([1, 3, 4, 7].map((seq) => parentOf(marks, seq, 7))).toEqual([undefined, 2, 3, 2]);
  expect([1, 3, 4, 6].map((seq) => forkOf(marks, seq, 7))).toEqual([undefined, 2, 2, 4]);
});

test("[WB38] keys lead through the branches of the nearest fork and come round", () => {
  const round = [3];
  for (let step = 0; step < 3; step++) round.push(nextSibling(marks, round.at(-1)!, 7)!);
  expect(round).toEqual([3, 5, 7, 3]);
  expect(previousSibling(marks, 3, 7)).toBe(7);
  expect(nextSibling(marks, 4, 7)).toBe(5);
  expect(nextSibling(marks, 1, 7)).toBe(5);
  expect(nextSibling(marksOf([{}, {}]), 1, 2)).toBeUndefined();
});

test("[WB38] whatever the session, a move leads to a thought that is there, and siblings are undone by the other key", () => {
  fc.assert(
    fc.property(anySession, fc.nat(), (thoughts, start) => {
      const some = marksOf(thoughts);
      if (some.length === 0) return;
      const seq = (start % some.length) + 1;
      for (const move of [nextInLane, parentOf, forkOf, nextSibling, previousSibling]) {
        const to = move(some, seq, some.length);
        if (to !== undefined) expect(to >= 1 && to <= some.length).toBe(true);
      }
      const next = nextSibling(some, seq, some.length);
      const hasForkBefore = next !== undefined && some.parent[next - 1] === some.parent[seq - 1];
      if (hasForkBefore) expect(previousSibling(some, next, some.length)).toBe(seq);
    }),
  );
});

test("[WB41] the way to the end of a lane goes through its forks", () => {
  expect(chainOf(marks, "")).toEqual([1, 2, 7]);
  expect(chainOf(marks, "c")).toEqual([1, 2, 3, 4, 6]);
  expect(chainOf(marks, "nothing")).toEqual([]);
});

test("[WB41] two branches share their beginning, and the rest stands side by side", () => {
  const key = (seq: number) => String(seq);
  const { beginning, pairs } = compareChains(chainOf(marks, "c"), chainOf(marks, "b"), key, key);
  expect(beginning).toBe(2);
  expect(pairs.slice(2)).toEqual([
    { left: 3, right: 5, isShared: false },
    { left: 4, isShared: false },
    { left: 6, isShared: false },
  ]);
});

test("[WB41] what two sessions have in common later on is found again", () => {
  const [left, right] = [
    ["a", "b", "x", "c"],
    ["a", "y", "b", "c", "d"],
  ];
  const { beginning, pairs } = compareChains(
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
    (seq) => left[seq - 1]!,
    (seq) => right[seq - 1]!,
  );
  expect(beginning).toBe(1);
  expect(pairs.filter(({ isShared }) => isShared)).toEqual([
    { left: 1, right: 1, isShared: true },
    { left: 2, right: 3, isShared: true },
    { left: 4, right: 4, isShared: true },
  ]);
});

test("[WB41] every thought of both ways stands in one line, in order", () => {
  const ways = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 15 });
  fc.assert(
    fc.property(ways, ways, (left, right) => {
      const numbers = (way: readonly string[]) => way.map((_, index) => index + 1);
      const { pairs } = compareChains(
        numbers(left),
        numbers(right),
        (seq) => left[seq - 1]!,
        (seq) => right[seq - 1]!,
      );
      expect(pairs.flatMap((pair) => pair.left ?? [])).toEqual(numbers(left));
      expect(pairs.flatMap((pair) => pair.right ?? [])).toEqual(numbers(right));
      for (const pair of pairs) if (pair.isShared) expect(left[pair.left! - 1]).toBe(right[pair.right! - 1]);
    }),
  );
});
