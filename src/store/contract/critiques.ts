import { describe, expect, it } from "vitest";
import type { Fixture } from "./fixture.ts";

const critique = {
  text: "Weakest assumption: that the cache is cold. 🧵\0",
  model: "m-1",
  timestamp: "2026-11-15T10:00:00.000Z",
};

/** The contract for critiques of thoughts. */
export function describeCritiques(on: Fixture): void {
  const { add, all } = on;
  describe("critiques", () => {
    it("[CR1] a critique is written to its thought and to no other, and everything else stays", async () => {
      await add("one");
      const { thought } = await add("two", { confidence: 0.5, metadata: { a: 1 } });
      await add("three");
      expect(await on.store.saveCritique(thought.sessionId, 2, critique)).toEqual(critique);
      const thoughts = await all(thought.sessionId);
      expect(thoughts.map((one) => one.critique)).toEqual([undefined, critique, undefined]);
      expect(thoughts[1]).toEqual({ ...thought, critique });
      const [hit] = await on.store.search({ text: "two" });
      expect(hit!.thought.critique).toEqual(critique);
    });

    it("[FA27] the facts of a critique are stored with it, once, behind those that the thought declares", async () => {
      const { thought } = await add("one", { marks: [{ kind: "decision", text: "a cache" }] });
      const { sessionId } = thought;
      const fact = { kind: "open", text: "is it warm?", seq: 1, quotation: "open: is it warm?" } as const;
      for (const text of ["first", "second"])
        await on.store.saveCritique(sessionId, 1, { ...critique, text }, [fact]);
      expect(await on.store.facts(sessionId)).toMatchObject([
        { kind: "decision", origin: "declared" },
        { kind: "open", text: "is it warm?", origin: "extracted", seq: 1 },
      ]);
      await add("two", { marks: [{ kind: "answered", text: "yes, it is warm" }] });
      expect((await on.store.facts(sessionId))[1]).toMatchObject({ replacedBy: 2 });
    });

    it("[CR1] a critique is written once: a later one changes nothing and gets the first", async () => {
      const { thought } = await add("one");
      const { sessionId } = thought;
      await on.store.saveCritique(sessionId, 1, critique);
      const before = await on.store.position();
      expect(await on.store.saveCritique(sessionId, 1, { ...critique, text: "another" })).toEqual(critique);
      expect((await all(sessionId))[0]!.critique).toEqual(critique);
      expect(await on.store.position()).toBe(before);
    });

    it("[CR1] of concurrent critiques one is written, and all callers get it", async () => {
      const { thought } = await add("one");
      const texts = Array.from({ length: 8 }, (_, i) => `critique ${i}`);
      const kept = await Promise.all(
        texts.map((text) => on.store.saveCritique(thought.sessionId, 1, { ...critique, text })),
      );
      expect(new Set(kept.map(({ text }) => text)).size).toBe(1);
      expect((await all(thought.sessionId))[0]!.critique).toEqual(kept[0]);
    });

    it("[CR1] a critique is in the feed as a change of its session, after the thought", async () => {
      const { thought } = await add("one");
      const { sessionId } = thought;
      const before = await on.store.position();
      await on.store.saveCritique(sessionId, 1, critique);
      const [change, ...more] = await on.store.changes(before, 10);
      expect(change).toEqual({ position: await on.store.position(), kind: "session", sessionId });
      expect(change!.position).toBeGreaterThan(before);
      expect(more).toEqual([]);
      expect((await add("two")).thought.seq).toBe(2);
    });

    it("[CR1] a critique of a missing thought fails and names those that exist", async () => {
      const { thought } = await add("one");
      await add("two");
      const refused = on.store.saveCritique(thought.sessionId, 3, critique);
      await expect(refused).rejects.toMatchObject({
        code: "THOUGHT_NOT_FOUND",
        data: { field: "seq", number: 3, existing: "1-2" },
      });
      await expect(on.store.saveCritique("nope", 1, critique)).rejects.toMatchObject({
        code: "SESSION_NOT_FOUND",
      });
      const empty = await on.store.openSession({ title: "Empty", mode: "chain" });
      await expect(on.store.saveCritique(empty.id, 1, critique)).rejects.toMatchObject({
        code: "THOUGHT_NOT_FOUND",
      });
    });
  });
}
