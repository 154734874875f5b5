import fc from "fast-check";
import { expect, test } from "vitest";
import { chainOf, compareChains } from "./chain.ts";
import { forkOf, nextInBranch, nextSibling, parentOf, previousSibling } from "./moves.ts";
import { anySession, entriesOf } from "./test-sessions.ts";

// Main: 1, 2, 7. Branch a from 2: 3, 4. Branch b from 2: 5. Branch c from 4: 6.
const entries = entriesOf([
  {},
  {},
  { branch: "a", fork: 2 },
  { branch: "a" },
  { branch: "b", fork: 2 },
  { branch: "c", fork: 4 },
  {},
]);

test("[WB38] keys move along a branch, to the parent and to the fork", () => {
  expect([nextInBranch(entries, 2, 7), nextInBranch(entries, 3, 7), nextInBranch(entries, 4, 7)]).toEqual([
    7,
    4,
    undefined,
  ]);
  expect([1, 3, 4, 7].map((seq) => parentOf(entries, seq, 7))).toEqual([undefined, 2, 3, 2]);
  expect([1, 3, 4, 6].map((seq) => forkOf(entries, seq, 7))).toEqual([undefined, 2, 2, 4]);
});

test("[WB38] keys cycle through the branches of the nearest fork", () => {
  const round = [3];
  for (let step = 0; step < 3; step++) round.push(nextSibling(entries, round.at(-1)!, 7)!);
  expect(round).toEqual([3, 5, 7, 3]);
  expect(previousSibling(entries, 3, 7)).toBe(7);
  expect(nextSibling(entries, 4, 7)).toBe(5);
  expect(nextSibling(entries, 1, 7)).toBe(5);
  expect(nextSibling(entriesOf([{}, {}]), 1, 2)).toBeUndefined();
});

test("[WB38] in any session a move ends at an existing thought, and the opposite key undoes a move between branches", () => {
  fc.assert(
    fc.property(anySession, fc.nat(), (thoughts, start) => {
      const some = entriesOf(thoughts);
      if (some.length === 0) return;
      const seq = (start % some.length) + 1;
      for (const move of [nextInBranch, parentOf, forkOf, nextSibling, previousSibling]) {
        const to = move(some, seq, some.length);
        if (to !== undefined) expect(to >= 1 && to <= some.length).toBe(true);
      }
      const next = nextSibling(some, seq, some.length);
      const hasForkBefore = next !== undefined && some.parent[next - 1] === some.parent[seq - 1];
      if (hasForkBefore) expect(previousSibling(some, next, some.length)).toBe(seq);
    }),
  );
});

test("[WB41] the chain of a branch goes through its forks", () => {
  expect(chainOf(entries, "")).toEqual([1, 2, 7]);
  expect(chainOf(entries, "c")).toEqual([1, 2, 3, 4, 6]);
  expect(chainOf(entries, "nothing")).toEqual([]);
});

test("[WB41] two branches share their start, and the rest is side by side", () => {
  const key = (seq: number) => String(seq);
  const { beginning, pairs } = compareChains(chainOf(entries, "c"), chainOf(entries, "b"), key, key);
  expect(beginning).toBe(2);
  expect(pairs.slice(2)).toEqual([
    { left: 3, right: 5, isShared: false },
    { left: 4, isShared: false },
    { left: 6, isShared: false },
  ]);
});

test("[WB41] thoughts that two sessions share later on are aligned", () => {
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

test("[WB41] every thought of both chains is in one row, in order", () => {
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
