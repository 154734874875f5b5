import { describe, expect, it } from "vitest";
import type { Draft } from "../../ledger/index.ts";
import { draftOf, type Fixture } from "./fixture.ts";
import { notebookOf } from "./notebook-fixture.ts";

/** The contract for clients without a handle. */
export function describeClients(on: Fixture): void {
  /** A thought without a handle; every number but 1 may continue a session. */
  const say = (number: number, more: Partial<Draft> = {}, client = "client:editor") => {
    const open = () => ({ title: "A chain", mode: "chain", client }) as const;
    const target = { client, open, mayContinue: number > 1 };
    return on.store.append(draftOf(target, `thought ${number}`, { number, ...more }));
  };
  const sessionOf = async (asked: ReturnType<typeof say>) => (await asked).thought.sessionId;

  describe("clients without a handle", () => {
    it("[HN2] a later number continues the only open chain whose last number fits", async () => {
      const first = await sessionOf(say(1));
      expect(await say(2)).toMatchObject({ opened: false, thought: { sessionId: first, seq: 2 } });
      expect(await sessionOf(say(3))).toBe(first);
      expect(await sessionOf(say(1))).not.toBe(first);
      expect(await sessionOf(say(4))).toBe(first);
    });

    it("[HN2] a chain that counts down is continued downwards, one that counts up is not", async () => {
      const down = await sessionOf(say(5));
      expect(await sessionOf(say(4))).toBe(down);
      expect(await sessionOf(say(3))).toBe(down);
      const up = await sessionOf(say(8));
      expect(await sessionOf(say(9))).toBe(up);
      expect(await sessionOf(say(8))).not.toBe(up);
    });

    it("[HN2] a thought written with the session's own id moves the last number too", async () => {
      const id = await sessionOf(say(1));
      await on.store.append(draftOf({ sessionId: id }, "named", { number: 2 }));
      expect(await sessionOf(say(3))).toBe(id);
      await on.store.append(draftOf({ sessionId: id }, "named", { number: 9 }));
      expect(await sessionOf(say(4))).not.toBe(id);
      expect(await sessionOf(say(10))).toBe(id);
    });

    it("[HN2] a completed chain is not continued; one that was reopened is", async () => {
      const id = await sessionOf(say(1));
      await say(2, { nextThoughtNeeded: false });
      expect(await sessionOf(say(3, { nextThoughtNeeded: false }))).not.toBe(id);
      await on.store.append(draftOf({ sessionId: id }, "again", { number: 3 }));
      expect(await sessionOf(say(4))).toBe(id);
    });

    it("[HN2] only what the same client opened without a handle is continued", async () => {
      const id = await sessionOf(say(1));
      expect(await sessionOf(say(2, {}, "client:other"))).not.toBe(id);
      await on.add("by a handle", { number: 6 });
      await on.store.append(
        draftOf(
          {
            handle: "client:editor",
            open: () => ({ title: "Notes", mode: "think", client: "client:editor" }),
          },
          "a note",
          { number: 7, mode: "think" },
        ),
      );
      expect((await say(7)).opened).toBe(true);
      expect((await say(8)).thought.seq).toBe(2);
    });

    it("[HN2] a revision or a branch continues only a chain that has the thought it refers to", async () => {
      const late = await sessionOf(say(3));
      const early = await sessionOf(say(1));
      await on.store.append(draftOf({ sessionId: early }, "two", { number: 2 }));
      await on.store.append(draftOf({ sessionId: early }, "three", { number: 3 }));
      expect(await sessionOf(say(4, { isRevision: true, revises: 2 }))).toBe(early);
      expect(await sessionOf(say(4, { branchFrom: 3, branchId: "b" }))).toBe(late);
    });

    it("[HN3] if none or several fit, a new session is opened", async () => {
      const [one, two] = [await sessionOf(say(1)), await sessionOf(say(1))];
      const third = await say(2);
      expect(third).toMatchObject({ opened: true, thought: { number: 2, seq: 1 } });
      expect([one, two]).not.toContain(third.thought.sessionId);
      expect((await say(40)).opened).toBe(true);
      await expect(say(41, { revises: 7, isRevision: true })).rejects.toMatchObject({
        code: "THOUGHT_NOT_FOUND",
      });
    });

    it("[HN3] of concurrent thoughts with the same number, one continues the session", async () => {
      const id = await sessionOf(say(1));
      const results = await Promise.all(Array.from({ length: 8 }, () => say(2)));
      expect(results.filter(({ thought }) => thought.sessionId === id)).toHaveLength(1);
      expect(new Set(results.map(({ thought }) => thought.sessionId)).size).toBe(8);
    });

    it("[HN9] a repeat with the same key returns the first answer and opens nothing", async () => {
      const idempotency = { scope: "/thoughtbox", key: "k-1" };
      const first = await say(1, { idempotency });
      await say(2);
      expect(await say(1, { idempotency })).toEqual({ ...first, replayed: true });
      expect(await on.store.clientOpenings("client:editor", "session", 10)).toHaveLength(1);
    });

    it("[HN6] what a client opened is listed newest first, without other clients'", async () => {
      const [one, two] = [await sessionOf(say(1)), await sessionOf(say(1))];
      await say(1, {}, "client:other");
      await on.add("by a handle");
      expect((await on.store.clientOpenings("client:editor", "session", 10)).toSorted()).toEqual(
        [one, two].toSorted(),
      );
      expect(await on.store.clientOpenings("client:editor", "session", 1)).toHaveLength(1);
      await on.store.createNotebook(notebookOf("nb-1", { client: "client:editor" }));
      await on.store.createNotebook(notebookOf("nb-2"));
      expect(await on.store.clientOpenings("client:editor", "notebook", 10)).toEqual(["nb-1"]);
    });
  });
}
