import { describe, expect, it } from "vitest";
import type { Store } from "../port.ts";
import { draftOf, type Fixture, open } from "./fixture.ts";

/** The contract for editing sessions: titles, tags and the archive. */
export function describeSessionEdits(on: Fixture): void {
  const ids = async (filter: Parameters<Store["sessions"]>[0]) =>
    (await on.store.sessions(filter)).map(({ id }) => id);

  describe("edits of sessions", () => {
    it("[LF1] renames, tags and archives a session, and keeps its last activity", async () => {
      const before = await on.store.openSession({ ...open, id: "s", tags: ["a", "b"] });
      const renamed = await on.store.editSession("s", { title: "Ünïque \u0000 name", by: "ann" });
      expect(renamed).toEqual({ ...before, title: "Ünïque \u0000 name" });
      const tagged = await on.store.editSession("s", { addTags: ["c", "a"], removeTags: ["b"], by: "ann" });
      expect(tagged.tags).toEqual(["a", "c"]);
      expect((await on.store.editSession("s", { tags: ["z"], by: "ann" })).tags).toEqual(["z"]);
      const archived = await on.store.editSession("s", { archived: true, by: "ann" });
      expect(archived).toMatchObject({ archived: true, archivedAt: expect.any(String) });
      expect(await on.store.session("s")).toEqual(archived);
      const restored = await on.store.editSession("s", { archived: false, by: "ann" });
      expect(restored).not.toHaveProperty("archived");
      expect(restored).not.toHaveProperty("archivedAt");
      expect(restored.updatedAt).toBe(before.updatedAt);
      expect(await ids({ text: "ünïque" })).toEqual(["s"]);
    });

    it("[LF25] finds thoughts by the new title and tags of their session, not by the old ones", async () => {
      await on.store.openSession({ ...open, id: "s", title: "Aardvark plans", tags: ["badger"] });
      await on.add("First thought", { target: { sessionId: "s" } });
      const count = async (text: string) => (await on.store.search({ text })).length;
      expect([await count("aardvark"), await count("badger")]).toEqual([1, 1]);
      await on.store.editSession("s", { title: "Cormorant plans", tags: ["dormouse"], by: "ann" });
      expect([await count("cormorant"), await count("dormouse")]).toEqual([1, 1]);
      expect([await count("aardvark"), await count("badger")]).toEqual([0, 0]);
    });

    it("[LF2] an edit is one change with its actions, who and when", async () => {
      await on.store.openSession({ ...open, id: "s", tags: ["a"] });
      const from = await on.store.position();
      await on.store.editSession("s", { title: "New", tags: ["b"], archived: true, by: "ann" });
      await on.store.editSession("s", { title: "New", addTags: ["b"], archived: true, by: "bob" });
      await on.store.editSession("s", { archived: false, by: "bob" });
      await expect
        .poll(() => on.store.changes(from, 10))
        .toMatchObject([
          {
            kind: "session",
            sessionId: "s",
            actions: ["rename", "tag", "untag", "archive"],
            by: "ann",
            at: expect.stringMatching(/^\d{4}-.*Z$/),
          },
          { actions: ["unarchive"], by: "bob" },
        ]);
    });

    it("[LF3] lists, completions and searches leave archived sessions out unless they are asked for", async () => {
      for (const id of ["kept", "gone"]) {
        await on.store.openSession({ ...open, id, project: "p", tags: ["t"] });
        await on.store.append(draftOf({ sessionId: id }, `A turbine in ${id}`));
      }
      await on.store.editSession("gone", { archived: true, by: "ann" });
      expect(await ids({})).toEqual(["kept"]);
      expect(await ids({ idPrefix: "g" })).toEqual([]);
      expect(await ids({ text: "turbine" })).toEqual(["kept"]);
      expect(await ids({ archived: "only" })).toEqual(["gone"]);
      expect(await ids({ archived: "only", text: "turbine" })).toEqual(["gone"]);
      expect((await ids({ archived: "all" })).toSorted()).toEqual(["gone", "kept"]);
      const found = async (query: object) =>
        (await on.store.search({ text: "turbine", ...query }))
          .map(({ thought }) => thought.sessionId)
          .toSorted();
      for (const scope of [{}, { project: "p" }, { tags: ["t"] }]) {
        expect(await found(scope)).toEqual(["kept"]);
        expect(await found({ ...scope, archived: true })).toEqual(["gone", "kept"]);
      }
      expect(await found({ sessionId: "gone" })).toEqual(["gone"]);
      expect(await on.store.session("gone")).toMatchObject({ id: "gone" });
    });

    it("[LF4] editing an unknown session fails", async () => {
      await expect(on.store.editSession("nope", { title: "t", by: "ann" })).rejects.toMatchObject({
        code: "SESSION_NOT_FOUND",
      });
    });
  });
}
