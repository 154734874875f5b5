import { describe, expect, it } from "vitest";
import { draftOf, type Fixture, open } from "./fixture.ts";

/** The contract for choosing the session of a thought. */
export function describeTargets(on: Fixture): void {
  const { add } = on;
  describe("targets", () => {
    it("[L20] a handle's first thought opens a session and the next ones continue it", async () => {
      const first = await add("one");
      expect((await add("two")).thought.sessionId).toBe(first.thought.sessionId);
      expect((await add("other", {}, "h2")).thought.sessionId).not.toBe(first.thought.sessionId);
    });

    it("[L21] the last thought completes the session; the handle's next opens another; its own id reopens it", async () => {
      const { thought } = await add("one");
      const last = await add("done", { nextThoughtNeeded: false });
      expect(last.closed).toBe(true);
      expect((await on.store.session(thought.sessionId))?.status).toBe("completed");
      const fresh = await add("new question");
      expect(fresh.opened).toBe(true);
      expect(fresh.thought.sessionId).not.toBe(thought.sessionId);
      await on.store.append(draftOf({ sessionId: thought.sessionId }, "one more thing"));
      expect((await on.store.session(thought.sessionId))?.status).toBe("active");
    });

    it("[L21] a target with `continues` continues its session after it was completed", async () => {
      const more = { target: { handle: "h", open: () => open, continues: true }, nextThoughtNeeded: false };
      const first = await add("one", more);
      const second = await add("two", more);
      expect(second.thought).toMatchObject({ sessionId: first.thought.sessionId, seq: 2 });
    });

    it("[L22] an unknown session id fails unless the session may be created", async () => {
      await expect(on.store.append(draftOf({ sessionId: "nope" }, "x"))).rejects.toMatchObject({
        code: "SESSION_NOT_FOUND",
      });
      const made = await on.store.append(draftOf({ sessionId: "wf-1", create: () => open }, "x"));
      expect(made).toMatchObject({ opened: true, thought: { sessionId: "wf-1" } });
      expect((await on.store.append(draftOf({ sessionId: "wf-1", create: () => open }, "y"))).opened).toBe(
        false,
      );
    });

    it("[L23] a handle can be bound to a session by naming it", async () => {
      const { id } = await on.store.openSession(open);
      await on.store.append(draftOf({ sessionId: id, bind: "h" }, "named"));
      expect((await add("not named")).thought.sessionId).toBe(id);
    });

    it("[L35] a handle keeps its location, also when its session is completed", async () => {
      expect(await on.store.handle("h")).toEqual({});
      expect(await on.store.moveHandle("h", { project: "p", task: "t" })).toEqual({
        project: "p",
        task: "t",
      });
      const { thought } = await add("one");
      await on.store.moveHandle("h", { task: "u", aspect: "a", root: "/r" });
      const stands = { project: "p", task: "u", aspect: "a", root: "/r" };
      const lastSessionId = thought.sessionId;
      expect(await on.store.handle("h")).toEqual({ sessionId: thought.sessionId, lastSessionId, ...stands });
      await add("done", { nextThoughtNeeded: false });
      expect(await on.store.handle("h")).toEqual({ lastSessionId, ...stands });
      expect(await on.store.handle("other")).toEqual({});
    });

    it("[L24] concurrent first thoughts on one handle open one session", async () => {
      const results = await Promise.all(Array.from({ length: 20 }, (_, i) => add(`t${i}`)));
      expect(new Set(results.map((result) => result.thought.sessionId)).size).toBe(1);
      expect(results.filter((result) => result.opened)).toHaveLength(1);
      expect(results.map((result) => result.thought.seq)).toEqual(
        Array.from({ length: 20 }, (_, i) => i + 1),
      );
    });

    it("[L25] among concurrent thoughts, a failed one affects no other", async () => {
      const results = await Promise.allSettled([add("a"), add("b", { revises: 77 }), add("c")]);
      expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await add("d")).thought.seq).toBe(3);
    });
  });
}
