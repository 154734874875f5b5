import { describe, expect, test } from "vitest";
import type { Draft } from "./draft.ts";
import { laneOf, MAIN_LANE, type Placed, place, repeatedNumber, thoughtNotFound } from "./place.ts";

const draft = (more: Partial<Draft> = {}): Draft => ({
  target: { sessionId: "s" },
  content: "x",
  nextThoughtNeeded: true,
  mode: "chain",
  source: "thoughtbox",
  ...more,
});
const placed = (number: number, more: Partial<Placed> = {}): Placed => ({
  id: `t${number}`,
  number,
  total: 5,
  branchId: MAIN_LANE,
  ...more,
});

describe("numbers and totals", () => {
  test("[A4] the first thought without a number is 1 of 1", () => {
    expect(place(draft(), MAIN_LANE, {})).toEqual({ number: 1, total: 1, isRevision: false, warnings: [] });
  });

  test("[A4] a thought without a number follows its lane, and keeps the total of the session", () => {
    const around = { tail: placed(2), latest: placed(9, { total: 12, branchId: "b" }) };
    expect(place(draft(), MAIN_LANE, around)).toMatchObject({ number: 3, total: 12, parentId: "t2" });
  });

  test("[A4] a given number is kept, and raises the total when it passes it", () => {
    const around = { tail: placed(2), latest: placed(2) };
    expect(place(draft({ number: 1, total: 4 }), MAIN_LANE, around)).toMatchObject({ number: 1, total: 4 });
    expect(place(draft({ number: 7, total: 4 }), MAIN_LANE, around)).toMatchObject({ number: 7, total: 7 });
  });
});

describe("lanes and parents", () => {
  const taken = (...names: string[]) => names.includes.bind(names);

  test("[A4] a branch id names the lane, and an empty one is none", () => {
    expect(laneOf(draft({ branchId: "b", branchFrom: 1 }), () => 3, taken("b"))).toBe("b");
    expect(laneOf(draft({ branchId: "" }), () => 3, taken())).toBe(MAIN_LANE);
  });

  test("[A4] a fork without a name gets one that no branch has, and is told it", () => {
    expect(laneOf(draft({ branchFrom: 1 }), () => 1, taken("branch-2", "branch-3"))).toBe("branch-4");
    const fork = { fork: placed(1), latest: placed(3) };
    expect(place(draft({ branchFrom: 1 }), "branch-4", fork).warnings).toEqual([
      `This branch was named 'branch-4': send branchId: "branch-4" to go on in it.`,
    ]);
  });

  test("[A4] the first of a branch hangs on its fork point, or on the latest thought", () => {
    const latest = placed(4);
    expect(place(draft(), "b", { fork: placed(2), latest })).toMatchObject({ number: 3, parentId: "t2" });
    expect(place(draft(), "b", { latest })).toMatchObject({ number: 5, parentId: "t4" });
  });

  test("[A4] a later thought of a branch hangs on the one before it, even when the fork point is repeated", () => {
    const around = { tail: placed(6, { branchId: "b" }), fork: placed(2), latest: placed(9) };
    expect(place(draft({ branchId: "b", branchFrom: 2 }), "b", around)).toMatchObject({ parentId: "t6" });
  });
});

describe("revisions", () => {
  const around = { tail: placed(3), latest: placed(3), revised: placed(1) };

  test("[A4] revisesThought makes a revision, whatever isRevision says", () => {
    for (const isRevision of [true, false])
      expect(place(draft({ isRevision, revises: 1 }), MAIN_LANE, around)).toMatchObject({
        isRevision: true,
        revises: 1,
        revisesId: "t1",
        parentId: "t3",
        warnings: [],
      });
  });

  test("[A4] a revision of nothing in particular revises the thought before it, if there is one", () => {
    const revision = place(draft({ isRevision: true }), MAIN_LANE, around);
    expect(revision).toMatchObject({ revises: 3, revisesId: "t3" });
    expect(revision.warnings.join()).toContain("revision of thought 3");
    const plain = place(draft({ isRevision: true }), MAIN_LANE, {});
    expect(plain).toMatchObject({ number: 1, isRevision: false });
    expect(plain.warnings.join()).toContain("recorded as a plain thought");
  });

  test("[A4] the words on a repeated number and on a missing thought say what to send", () => {
    expect(repeatedNumber(4)).toContain("isRevision: true and revisesThought: 4");
    const { message } = thoughtNotFound("revisesThought", 9, [1, 2, 3, 5, 7, 8], true);
    expect(message).toContain("no thought 9");
    expect(message).toContain("1-3, 5, 7-8, …");
    expect(thoughtNotFound("branchFromThought", 1, [], false).message).toContain("record one first");
  });
});
