import { describe, expect, it } from "vitest";
import type { SearchQuery } from "../port.ts";
import { draftOf, type Fixture } from "./fixture.ts";
import { invocationOf, timeAt } from "./invocation-fixture.ts";
import { notebookOf } from "./notebook-fixture.ts";

/** The contract for owners. */
export function describeOwners(on: Fixture): void {
  const open = (id: string, owner?: string, more: object = {}) =>
    on.store.openSession({ id, title: id, mode: "chain", ...(owner && { owner }), ...more });
  const think = (sessionId: string, content: string) => on.store.append(draftOf({ sessionId }, content));

  describe("owners", () => {
    it("[SA5] a session keeps its owner, and one that a thought opens has the owner it was opened with", async () => {
      expect((await open("a", "ann")).owner).toBe("ann");
      expect(await on.store.session("a")).toMatchObject({ owner: "ann" });
      expect(await open("b")).not.toHaveProperty("owner");
      const wanted = { title: "c", mode: "think", owner: "bob" } as const;
      const target = { sessionId: "c", create: () => wanted };
      await on.store.append(draftOf(target, "one"));
      expect((await on.store.changeSession("c", { stage: 1 })).owner).toBe("bob");
      await on.add("two", {
        target: { handle: "h", open: () => ({ title: "d", mode: "chain", owner: "bob" }) },
      });
      const ids = async (owner: string) => (await on.store.sessions({ owner })).map(({ id }) => id);
      expect(await ids("ann")).toEqual(["a"]);
      expect((await ids("bob")).length).toBe(2);
      expect(await ids("nobody")).toEqual([]);
      expect((await on.store.sessions({})).length).toBe(4);
    });

    it("[SA5] sessions of one owner are listed newest activity first, and by the other filters too", async () => {
      await open("a1", "ann", { project: "p" });
      await open("a2", "ann", { tags: ["x"] });
      await open("b1", "bob", { project: "p", tags: ["x"] });
      await think("b1", "bob's newest");
      await think("a1", "ann's newest");
      const ids = async (filter: object) =>
        (await on.store.sessions({ owner: "ann", ...filter })).map(({ id }) => id);
      expect(await ids({})).toEqual(["a1", "a2"]);
      expect(await ids({ limit: 1 })).toEqual(["a1"]);
      expect(await ids({ project: "p" })).toEqual(["a1"]);
      expect(await ids({ tags: ["x"] })).toEqual(["a2"]);
      expect(await ids({ idPrefix: "b" })).toEqual([]);
      expect(await ids({ idPrefix: "a2" })).toEqual(["a2"]);
    });

    it("[SA5] a session of one owner is not found by the thoughts of another", async () => {
      await open("a", "ann");
      await open("b", "bob");
      await think("b", "The turbine of bob hums");
      const found = async (owner: string) =>
        (await on.store.sessions({ owner, text: "turbine" })).map(({ id }) => id);
      expect(await found("ann")).toEqual([]);
      expect(await found("bob")).toEqual(["b"]);
    });

    it("[SA5] search by owner finds only the owner's thoughts, with any other filter", async () => {
      await open("a", "ann", { project: "p", tags: ["x"] });
      await open("b", "bob", { project: "p", tags: ["x"] });
      await open("local");
      for (const id of ["a", "b", "local"]) await think(id, `The turbine of ${id} hums`);
      const found = async (query: Partial<SearchQuery>) =>
        (await on.store.search({ text: "turbine hums", ...query })).map(({ thought }) => thought.sessionId);
      expect((await found({})).toSorted()).toEqual(["a", "b", "local"]);
      const filters: Partial<SearchQuery>[] = [
        {},
        { project: "p" },
        { tags: ["x"] },
        { source: "thoughtbox" },
      ];
      for (const filter of filters) expect(await found({ owner: "ann", ...filter })).toEqual(["a"]);
      expect(await found({ owner: "ann", sessionId: "b" })).toEqual([]);
      expect(await found({ owner: "nobody" })).toEqual([]);
      expect(await found({ owner: "ann", text: "turbine OR bob local" })).toEqual(["a"]);
    });

    it("[SA5] a rare owner's thought is found among thousands of others that match", async () => {
      await open("a", "ann");
      await think("a", "The turbine stands still");
      await open("b", "bob");
      await Promise.all(Array.from({ length: 3_000 }, (_, i) => think("b", `The turbine turns ${i}`)));
      const hits = await on.store.search({ text: "turbine", owner: "ann" });
      expect(hits.map(({ thought }) => thought.sessionId)).toEqual(["a"]);
      expect((await on.store.inspect()).problems).toEqual([]);
    });

    it("[SA5] notebooks keep their owner and are listed by it", async () => {
      expect((await on.store.createNotebook(notebookOf("n1", { owner: "ann" }))).owner).toBe("ann");
      await on.store.createNotebook(notebookOf("n2", { owner: "bob" }));
      await on.store.createNotebook(notebookOf("n3"));
      await on.store.createNotebook(notebookOf("n4", { owner: "ann" }));
      await on.store.addCell("n1", { kind: "markdown", content: "text" });
      const ids = async (filter: object) => (await on.store.notebooks(filter)).map(({ id }) => id);
      expect(await ids({ owner: "ann" })).toEqual(["n1", "n4"]);
      expect(await ids({ owner: "ann", idPrefix: "n4" })).toEqual(["n4"]);
      expect(await ids({ owner: "ann", limit: 1 })).toEqual(["n1"]);
      expect(await ids({ owner: "bob", idPrefix: "n1" })).toEqual([]);
      expect((await ids({})).length).toBe(4);
      expect(await on.store.notebook("n3")).not.toHaveProperty("owner");
    });

    it("[SA5] invocations keep their owner, and are listed and counted by it", async () => {
      const [a, b, c] = [
        invocationOf(1, { owner: "ann" }),
        invocationOf(2, { owner: "bob" }),
        invocationOf(3),
      ];
      await on.store.keepInvocations([a, b, c, invocationOf(4, { owner: "ann", tool_name: "recall" })]);
      expect(await on.store.invocation(a.id)).toEqual(a);
      expect(await on.store.invocation(c.id)).not.toHaveProperty("owner");
      const times = async (filter: object) =>
        (await on.store.invocations(filter)).map((row) => row.created_at);
      expect(await times({ owner: "ann" })).toEqual([timeAt(4), timeAt(1)]);
      expect(await times({ owner: "ann", tool: "think" })).toEqual([timeAt(1)]);
      expect(await times({ owner: "bob", before: b.id })).toEqual([]);
      expect(await times({ owner: "ann", before: b.id })).toEqual([]);
      expect(await times({ before: b.id })).toEqual([timeAt(1)]);
      expect(await on.store.invocationStats({ owner: "bob" })).toMatchObject([
        { tool_name: "think", calls: 1 },
      ]);
      expect((await on.store.invocationStats({})).map(({ calls }) => calls)).toEqual([3, 1]);
    });

    it("[SA5] a change has the owner of its session or notebook", async () => {
      await open("a", "ann");
      await think("a", "one");
      await on.store.createNotebook(notebookOf("n", { owner: "bob" }));
      await open("local");
      const changes = await on.store.changes(0, 100);
      expect(changes.map(({ kind, owner }) => [kind, owner])).toEqual([
        ["session", "ann"],
        ["thought", "ann"],
        ["notebook", "bob"],
        ["session", undefined],
      ]);
    });
  });
}
