import { describe, expect, test } from "vitest";
import { runSync } from "../primitives/steps.ts";
import type { Draft } from "./draft.ts";
import { MAIN_BRANCH, type Placed, type PlaceLookups, placeDraft, thoughtNotFound } from "./place-draft.ts";

const placed = (number: number, more: Partial<Placed> = {}): Placed => ({
  id: `t${number}`,
  number,
  total: 5,
  branchId: MAIN_BRANCH,
  ...more,
});

/** Places a draft after `latest`, with these answers to the look-ups. */
function place(draft: Partial<Draft>, latest?: Placed, lookups: Partial<PlaceLookups> = {}) {
  const whole: Draft = {
    target: { sessionId: "s" },
    content: "x",
    nextThoughtNeeded: true,
    mode: "chain",
    source: "thoughtbox",
    ...draft,
  };
  return runSync(
    placeDraft(whole, latest, {
      branchCount: () => 0,
      hasBranch: () => false,
      tail: () => undefined,
      byId: () => undefined,
      byNumber: (number) => placed(number),
      hasNumber: () => false,
      numbers: () => [],
      ...lookups,
    }),
  );
}

describe("numbers and totals", () => {
  test("[A4] the first thought without a number is 1 of 1", () => {
    expect(place({})).toEqual({
      branch: MAIN_BRANCH,
      isFirst: true,
      number: 1,
      total: 1,
      isRevision: false,
      warnings: [],
    });
  });

  test("[A4] a thought without a number follows its branch, and keeps the total of the session", () => {
    const latest = placed(9, { total: 12, branchId: "b" });
    expect(place({}, latest, { tail: () => placed(2) })).toMatchObject({
      number: 3,
      total: 12,
      parentId: "t2",
    });
  });

  test("[A4] a given number is kept, and raises the total when it passes it", () => {
    expect(place({ number: 1, total: 4 }, placed(2))).toMatchObject({ number: 1, total: 4 });
    expect(place({ number: 7, total: 4 }, placed(2))).toMatchObject({ number: 7, total: 7 });
  });

  test("[A4] a number that the branch already has is kept, with a warning that says how to revise", () => {
    const repeated = place({ number: 4 }, placed(5), { hasNumber: () => true });
    expect(repeated.warnings.join()).toContain("isRevision: true and revisesThought: 4");
  });
});

describe("branches and parents", () => {
  test("[A4] branchId names the branch, and an empty one means the main branch", () => {
    expect(place({ branchId: "b", branchFrom: 1 }, placed(3))).toMatchObject({
      branch: "b",
      forkedFrom: MAIN_BRANCH,
    });
    const main = place({ branchId: "" }, placed(3));
    expect(main.branch).toBe(MAIN_BRANCH);
    expect(main).not.toHaveProperty("forkedFrom");
  });

  test("[A4] a fork without a name gets a free one, and a warning names it", () => {
    const used = ["branch-2", "branch-3"];
    const fork = place({ branchFrom: 1 }, placed(3), {
      branchCount: () => 1,
      hasBranch: (name) => used.includes(name),
    });
    expect(fork).toMatchObject({
      branch: "branch-4",
      warnings: [`This branch was named 'branch-4'. Send branchId: "branch-4" to continue it.`],
    });
  });

  test("[A4] the first thought of a branch follows its fork point, or the latest thought", () => {
    const latest = placed(4);
    expect(place({ branchId: "b", branchFrom: 2 }, latest)).toMatchObject({ number: 3, parentId: "t2" });
    expect(place({ branchId: "b" }, latest)).toMatchObject({ number: 5, parentId: "t4" });
    const byId = () => placed(2, { id: "other" });
    expect(place({ branchId: "b", branchFrom: 2, branchFromId: "other" }, latest, { byId })).toMatchObject({
      parentId: "other",
    });
  });

  test("[A4] a later thought of a branch follows the one before it, even when the fork point is repeated", () => {
    const tail = () => placed(6, { branchId: "b" });
    expect(place({ branchId: "b", branchFrom: 2 }, placed(9), { tail })).toMatchObject({
      parentId: "t6",
      isFirst: false,
    });
  });

  test("[A4] a reference is looked up in the branch of the draft, or in the current one if that is new", () => {
    const asked: string[] = [];
    const byNumber = (number: number, branch: string) => {
      asked.push(branch);
      return placed(number);
    };
    const latest = placed(9, { branchId: "a" });
    place({ branchId: "b", revises: 2 }, latest, { byNumber, tail: () => placed(3, { branchId: "b" }) });
    place({ branchId: "c", revises: 2 }, latest, { byNumber });
    place({ branchId: "b", branchFrom: 2 }, latest, { byNumber });
    expect(asked).toEqual(["b", "a", "a"]);
  });
});

describe("revisions", () => {
  test("[A4] revisesThought makes a revision, whatever isRevision is", () => {
    for (const isRevision of [true, false])
      expect(place({ isRevision, revises: 1 }, placed(3))).toMatchObject({
        isRevision: true,
        revises: 1,
        revisesId: "t1",
        parentId: "t3",
        warnings: [],
      });
  });

  test("[A4] a revision without a target revises the thought before it, if there is one", () => {
    const revision = place({ isRevision: true }, placed(3));
    expect(revision).toMatchObject({ revises: 3, revisesId: "t3" });
    expect(revision.warnings.join()).toContain("revision of thought 3");
    const plain = place({ isRevision: true });
    expect(plain).toMatchObject({ number: 1, isRevision: false });
    expect(plain.warnings.join()).toContain("recorded as a plain thought");
  });

  test("[A4] a reference to a missing thought names the numbers that exist", () => {
    const missing = { byNumber: () => undefined, numbers: () => [1, 2, 3, 5, 7, 8] };
    expect(() => place({ revises: 9 }, placed(3), missing)).toThrow("no thought 9");
    expect(() => place({ revises: 9 }, placed(3), missing)).toThrow("1-3, 5, 7-8");
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    expect(thoughtNotFound("revisesThought", 999, many).message).toContain("1-200, …");
    expect(thoughtNotFound("branchFromThought", 1, []).message).toContain("record one first");
  });
});
