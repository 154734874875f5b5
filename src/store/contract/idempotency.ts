import { describe, expect, it } from "vitest";
import { type Fixture, open } from "./fixture.ts";

/** The contract for repeated calls. */
export function describeIdempotency(on: Fixture): void {
  const { add, all } = on;
  describe("idempotency", () => {
    const idempotency = { scope: "s", key: "k" };

    it("[FA21] a name is taken once", async () => {
      const take = (key: string) => on.store.takeOnce({ scope: "calls", key });
      const taken = await Promise.all([take("1"), take("1"), take("2"), take("1")]);
      expect(taken.filter(Boolean)).toHaveLength(2);
      expect([await take("2"), await take("3")]).toEqual([false, true]);
    });

    it("[L26] a repeat with the same key returns the first result and writes nothing", async () => {
      const first = await add("one", { idempotency });
      await add("two");
      const before = await on.store.position();
      const repeat = await add("one", { idempotency });
      expect(repeat).toEqual({ ...first, replayed: true });
      expect(await on.store.position()).toBe(before);
    });

    it("[L26] the first result can be read, and reading it writes nothing", async () => {
      expect(await on.store.appendResult(idempotency)).toBeUndefined();
      await add("zero");
      await on.store.openSession(open, idempotency);
      expect(await on.store.appendResult(idempotency)).toBeUndefined();
      const first = await add("one", { idempotency, metadata: { engine: "x" } });
      await add("two");
      const before = await on.store.position();
      expect(await on.store.appendResult(idempotency)).toEqual({ ...first, replayed: true });
      expect(await on.store.appendResult({ ...idempotency, scope: "other" })).toBeUndefined();
      expect(await on.store.position()).toBe(before);
      expect(await add("one", { idempotency })).toEqual({ ...first, replayed: true });
    });

    it("[L27] repeating a session's first or last thought opens no other session", async () => {
      const only = await add("all of it", { idempotency, nextThoughtNeeded: false });
      const repeat = await add("all of it", { idempotency, nextThoughtNeeded: false });
      expect(repeat.thought.id).toBe(only.thought.id);
      expect(await on.store.sessions({})).toHaveLength(1);
    });

    it("[L27] repeating the opening of a session opens no other", async () => {
      const first = await on.store.openSession(open, idempotency);
      expect(await on.store.openSession(open, idempotency)).toEqual(first);
      expect((await on.store.openSession(open, { ...idempotency, key: "other" })).id).not.toBe(first.id);
      expect((await add("the key of a session is no thought's", { idempotency })).replayed).toBe(false);
    });

    it("[L28] keys of different scopes are different, and a failed call stores no key", async () => {
      const a = await add("a", { idempotency });
      const b = await add("b", { idempotency: { scope: "other", key: "k" } });
      expect(b.thought.id).not.toBe(a.thought.id);
      const late = { scope: "s", key: "late" };
      await expect(add("c", { idempotency: late, revises: 9 })).rejects.toThrow();
      expect((await add("c", { idempotency: late })).replayed).toBe(false);
    });

    it("[L29] concurrent repeats write once", async () => {
      const results = await Promise.all(Array.from({ length: 8 }, () => add("one", { idempotency })));
      expect(new Set(results.map((result) => result.thought.id)).size).toBe(1);
      expect(await all(results[0]!.thought.sessionId)).toHaveLength(1);
    });
  });
}
