import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "../../ledger/index.ts";
import type { Fixture } from "./fixture.ts";
import { checkTree } from "./tree.ts";

/** The contract for thoughts and branches. */
export function describeThoughts(on: Fixture): void {
  const { add, all } = on;
  describe("thoughts", () => {
    it("[L6] seq counts arrivals from 1, and each thought points at the previous one in its branch", async () => {
      const first = await add("one");
      const second = await add("two");
      expect(first).toMatchObject({ opened: true, thoughtCount: 1, thought: { seq: 1, number: 1 } });
      expect(first.thought.parentId).toBeUndefined();
      expect(second).toMatchObject({
        opened: false,
        thoughtCount: 2,
        thought: { seq: 2, number: 2, parentId: first.thought.id },
      });
      expect(await all(first.thought.sessionId)).toEqual([first.thought, second.thought]);
    });

    it("[L7] a missing number is the next of its branch, and the total is raised to it", async () => {
      await add("one", { number: 4, total: 5 });
      expect((await add("two")).thought).toMatchObject({ number: 5, total: 5 });
      expect((await add("three")).thought).toMatchObject({ number: 6, total: 6 });
      expect((await add("four", { number: 9, total: 2 })).thought).toMatchObject({ number: 9, total: 9 });
      expect((await add("fork", { branchFrom: 5, branchId: "b" })).thought).toMatchObject({ number: 6 });
    });

    it("[L8] a number used twice is kept twice, with a warning that says how to revise", async () => {
      await add("one", { number: 1 });
      const again = await add("one again", { number: 1 });
      expect(again.warnings.join()).toContain("revisesThought: 1");
      expect(await all(again.thought.sessionId)).toHaveLength(2);
      const elsewhere = await add("not twice: another branch", { number: 2, branchFrom: 1, branchId: "b" });
      expect(elsewhere.warnings).toEqual([]);
      expect((await add("main", { number: 2 })).warnings).toEqual([]);
    });

    it("[L9] a branch is a chain, and may fork from a branch", async () => {
      const one = await add("1");
      const a1 = await add("2a", { branchFrom: 1, branchId: "a" });
      const a2 = await add("3a", { branchId: "a" });
      const b1 = await add("4b", { branchFrom: 3, branchId: "b" });
      const two = await add("2");
      expect(a1.thought.parentId).toBe(one.thought.id);
      expect(a2.thought.parentId).toBe(a1.thought.id);
      expect(b1.thought.parentId).toBe(a2.thought.id);
      expect(two.thought.parentId).toBe(one.thought.id);
      expect(two.branches).toEqual(["a", "b"]);
    });

    it("[L10] a fork given by id is that thought, even if others have its number", async () => {
      await add("one");
      const { thought: two } = await add("two");
      await add("aside", { branchId: "a", branchFrom: 1 });
      const { thought } = await add("off two", { branchId: "b", branchFrom: 2, branchFromId: two.id });
      expect(thought).toMatchObject({ parentId: two.id, number: 3, branchFrom: 2 });
    });

    it("[L10] a number that several branches have means the current branch, then those it forked from", async () => {
      await add("1");
      await add("2");
      const main3 = await add("3");
      await add("3a", { branchFrom: 2, branchId: "a" });
      const a4 = await add("4a", { branchId: "a" });
      expect((await add("b", { branchFrom: 4, branchId: "b" })).thought.parentId).toBe(a4.thought.id);
      await add("4");
      expect((await add("c", { branchFrom: 3, branchId: "c" })).thought.parentId).toBe(main3.thought.id);
      expect((await add("again", { revises: 3 })).thought.revisesId).toBe(main3.thought.id);
    });

    it("[L11] a branch repeated with its fork point continues; a fork without a name is given one", async () => {
      await add("1");
      const first = await add("a", { branchFrom: 1, branchId: "a" });
      const second = await add("a", { branchFrom: 1, branchId: "a" });
      expect(second.thought.parentId).toBe(first.thought.id);
      const named = await add("b", { branchFrom: 1 });
      expect(named.thought.branchId).toBe("branch-2");
      expect(named.warnings.join()).toContain('branchId: "branch-2"');
    });

    it("[L12] a branch id is any text and never a path", async () => {
      await add("1");
      for (const branchId of [
        "../../etc/passwd",
        "a b",
        "'; DROP TABLE thought;--",
        "日本",
        "\u202e",
        "constructor",
        "__proto__",
      ]) {
        const result = await add("x", { branchFrom: 1, branchId });
        expect(result.thought.branchId).toBe(branchId);
        expect(result.branches).toContain(branchId);
      }
    });

    it("[L13] a revision is a new thought that points at the old one, which stays unchanged", async () => {
      const one = await add("one");
      await add("two");
      const revision = await add("better one", { isRevision: true, revises: 1 });
      expect(revision.thought).toMatchObject({
        seq: 3,
        isRevision: true,
        revises: 1,
        revisesId: one.thought.id,
      });
      expect((await all(one.thought.sessionId))[0]).toEqual(one.thought);
      expect((await add("better still", { revises: 3 })).thought.revisesId).toBe(revision.thought.id);
    });

    it("[L14] a revision without a target revises the thought before it, and says so", async () => {
      await add("one");
      const revision = await add("better", { isRevision: true });
      expect(revision.thought).toMatchObject({ isRevision: true, revises: 1 });
      expect(revision.warnings.join()).toContain("revisesThought");
      const lonely = await add("nothing before it", { isRevision: true }, "other");
      expect(lonely.thought.isRevision).toBe(false);
    });

    it("[L15] a branch or revision of a missing thought fails and names those that exist", async () => {
      await expect(add("x", { branchFrom: 1, branchId: "b" })).rejects.toMatchObject({
        code: "THOUGHT_NOT_FOUND",
      });
      for (const number of [1, 2, 3, 7]) await add("x", { number });
      const failure = await add("x", { revises: 99 }).catch((error: Failure) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect((failure as Failure).message).toContain("no thought 99");
      expect((failure as Failure).message).toContain("1-3, 7");
      await expect(add("x", { branchFrom: 5, branchId: "b" })).rejects.toMatchObject({
        code: "THOUGHT_NOT_FOUND",
      });
      expect((await add("goes on")).thought.seq).toBe(5);
    });

    it("[L16] numbers may count down", async () => {
      for (const number of [5, 4, 3, 2, 1]) {
        const { thought, warnings } = await add(`step ${number}`, { number, total: 5 });
        expect([thought.number, thought.total, warnings]).toEqual([number, 5, []]);
      }
    });

    it("[L17] text is returned unchanged: NUL, control characters, any script, a megabyte", async () => {
      for (const content of ["a\0b", "\u202e\u0007", "日本語 🧵 é", "x".repeat(1_000_000)])
        expect((await add(content)).thought.content).toBe(content);
      const stored = await all((await add("end")).thought.sessionId);
      expect(stored.map((thought) => thought.content.length)).toEqual([3, 2, 8, 1_000_000, 3]);
    });

    it("[L18] optional fields are kept", async () => {
      const { thought } = await add("x", {
        confidence: 0.25,
        author: "someone",
        metadata: { a: [1, { b: null }] },
      });
      expect((await all(thought.sessionId))[0]).toEqual(thought);
      expect(thought).toMatchObject({
        confidence: 0.25,
        author: "someone",
        metadata: { a: [1, { b: null }] },
      });
    });

    it("[L19] for any drafts, branches form a tree and seq is consecutive", async () => {
      const step = fc.record(
        {
          branchFrom: fc.integer({ min: 1, max: 4 }),
          branchId: fc.constantFrom("a", "b", "c"),
          revises: fc.integer({ min: 1, max: 4 }),
          number: fc.integer({ min: 1, max: 4 }),
        },
        { requiredKeys: [] },
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const handle = `tree${round++}`;
          let sessionId: string | undefined;
          let accepted = 0;
          for (const more of [{}, {}, {}, ...steps]) {
            const result = await add("x", more, handle).catch((error: Failure) => {
              expect(error.code).toBe("THOUGHT_NOT_FOUND");
              return undefined;
            });
            if (!result) continue;
            accepted++;
            sessionId = result.thought.sessionId;
          }
          expect(accepted).toBeGreaterThanOrEqual(3);
          const thoughts = await all(sessionId!);
          expect(thoughts.map((thought) => thought.seq)).toEqual(
            Array.from({ length: accepted }, (_, i) => i + 1),
          );
          checkTree(thoughts);
        }),
        { numRuns: 60 },
      );
    });
  });
}
