import { describe, expect, it } from "vitest";
import type { Store } from "../port.ts";
import { draftOf, type Fixture, open } from "./fixture.ts";

/** The contract for sessions. */
export function describeSessions(on: Fixture): void {
  describe("sessions", () => {
    it("[L1] an id is a slug of title and day, numbered on collision", async () => {
      const first = await on.store.openSession({ title: "Investigate memory leak", mode: "chain" });
      const second = await on.store.openSession({ title: "Investigate memory leak", mode: "chain" });
      const third = await on.store.openSession({ title: "Investigate memory leak", mode: "chain" });
      expect(first.id).toMatch(/^investigate-memory-leak-\d{4}-\d\d-\d\d$/);
      expect(second.id).toBe(`${first.id}-2`);
      expect(third.id).toBe(`${first.id}-3`);
    });

    it("[L2] a safe id given by the caller is kept, an unsafe one is not", async () => {
      expect((await on.store.openSession({ id: "wf_1.a-B", title: "t", mode: "think" })).id).toBe("wf_1.a-B");
      for (const id of ["../x", "a/b", "", ".hidden", "con", "x".repeat(200), "ä"]) {
        const made = (await on.store.openSession({ id, title: "t", mode: "think" })).id;
        expect(made).toMatch(/^t-\d{4}/);
      }
    });

    it("[L3] a session has the contract's fields with their defaults", async () => {
      const session = await on.store.openSession({ title: "T", mode: "chain", tags: ["a", "b", "a"] });
      expect(session).toMatchObject({
        title: "T",
        project: "_default",
        tags: ["a", "b"],
        mode: "chain",
        status: "active",
        stage: 0,
        metadata: {},
        thoughtCount: 0,
        branchCount: 0,
      });
      expect(await on.store.session(session.id)).toEqual(session);
      expect(await on.store.session("nope")).toBeUndefined();
    });

    it("[L4] sessions are listed newest activity first and by project, tags, status and id prefix", async () => {
      const a = await on.store.openSession({ title: "alpha", mode: "chain", project: "p", tags: ["x", "y"] });
      const b = await on.store.openSession({ title: "beta", mode: "chain", tags: ["x"] });
      await on.store.append(draftOf({ sessionId: a.id }, "later", { nextThoughtNeeded: false }));
      const ids = async (filter: Parameters<Store["sessions"]>[0]) =>
        (await on.store.sessions(filter)).map((s) => s.id);
      expect(await ids({})).toEqual([a.id, b.id]);
      expect(await ids({ limit: 1 })).toEqual([a.id]);
      expect(await ids({ project: "p" })).toEqual([a.id]);
      expect(await ids({ tags: ["x", "y"] })).toEqual([a.id]);
      expect(await ids({ status: "active" })).toEqual([b.id]);
      expect(await ids({ idPrefix: "be" })).toEqual([b.id]);
    });

    it("[L5] a stage never goes backwards, and changing an unknown session fails", async () => {
      const { id } = await on.store.openSession(open);
      expect((await on.store.changeSession(id, { stage: 2 })).stage).toBe(2);
      expect((await on.store.changeSession(id, { stage: 1 })).stage).toBe(2);
      await expect(on.store.changeSession("nope", { stage: 1 })).rejects.toMatchObject({
        code: "SESSION_NOT_FOUND",
      });
    });
  });
}
