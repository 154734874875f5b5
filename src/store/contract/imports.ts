import { describe, expect, it } from "vitest";
import type { ImportedSession, ImportedThought } from "../../ledger/index.ts";
import type { Fixture } from "./fixture.ts";

const session: ImportedSession = {
  id: "claude-code-1",
  title: "Why the cache is cold",
  project: "shop",
  status: "active",
  createdAt: "2025-03-01T10:00:00.000Z",
  updatedAt: "2025-03-01T10:09:00.000Z",
  metadata: { importedFrom: { program: "claude-code" } },
};

function thoughtOf(key: string, minute: number, more: Partial<ImportedThought> = {}): ImportedThought {
  return {
    key,
    content: `imported ${key}`,
    createdAt: `2025-03-01T10:0${minute}:00.000Z`,
    nextThoughtNeeded: true,
    metadata: { importedFrom: { nativeId: key } },
    ...more,
  };
}

/** The contract for thoughts imported from other programs. */
export function describeImports(on: Fixture): void {
  const { add, all } = on;
  const shape = async () =>
    (await all(session.id)).map(({ seq, number, branchId, content, parentId, id }) => ({
      seq,
      number,
      branchId,
      content,
      parentId,
      id,
    }));

  describe("imports", () => {
    it("[IM1] imported thoughts keep their times, and lists and filters use them", async () => {
      await add("written now");
      const done = await on.store.importThoughts(session, [thoughtOf("a", 1), thoughtOf("b", 2)]);
      expect(done).toMatchObject({ opened: true, moved: 0 });
      expect(done.added).toEqual(await all(session.id));
      expect(done.added).toMatchObject([
        { seq: 1, number: 1, source: "import", createdAt: "2025-03-01T10:01:00.000Z" },
        { seq: 2, number: 2, parentId: done.added[0]!.id },
      ]);
      expect(await on.store.session(session.id)).toMatchObject({
        createdAt: session.createdAt,
        updatedAt: session.updatedAt,
        project: "shop",
        thoughtCount: 2,
      });
      const listed = await on.store.sessions({});
      expect(listed.at(-1)).toMatchObject({ id: session.id, updatedAt: session.updatedAt, thoughtCount: 2 });
      expect(await on.store.sessions({ source: "import" })).toMatchObject([{ id: session.id }]);
      expect(await on.store.sessions({ source: "thoughtbox" })).toHaveLength(1);
    });

    it("[IM2] a second import adds only what is new and leaves the feed alone if nothing is", async () => {
      const first = [thoughtOf("a", 1), thoughtOf("b", 2)];
      await on.store.importThoughts(session, first);
      const before = await on.store.position();
      expect(await on.store.importThoughts(session, first)).toEqual({
        opened: false,
        added: [],
        moved: 0,
        changed: false,
      });
      expect(await on.store.position()).toBe(before);
      const again = await on.store.importThoughts({ ...session, status: "completed" }, [
        ...first,
        thoughtOf("c", 3),
      ]);
      expect(again).toMatchObject({ opened: false, changed: true, added: [{ seq: 3, number: 3 }] });
      expect((await on.store.session(session.id))!.status).toBe("completed");
    });

    it("[IM2] concurrent imports of the same thoughts write each once", async () => {
      const thoughts = [1, 2, 3, 4, 5].map((minute) => thoughtOf(`k${minute}`, minute));
      const done = await Promise.all([1, 2, 3].map(() => on.store.importThoughts(session, thoughts)));
      expect(done.reduce((sum, { added }) => sum + added.length, 0)).toBe(5);
      expect((await all(session.id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    });

    it("[IM3] a branch forks where its source says, and revisions reference their thought", async () => {
      const { added } = await on.store.importThoughts(session, [
        thoughtOf("a", 1),
        thoughtOf("b", 2),
        thoughtOf("s1", 3, { branchId: "agent-1", fork: "a" }),
        thoughtOf("s2", 3, { branchId: "agent-1", fork: "a" }),
        thoughtOf("c", 4, { revises: "a" }),
      ]);
      const [a, b, s1, s2, c] = added;
      expect(s1).toMatchObject({ branchId: "agent-1", branchFrom: 1, parentId: a!.id, number: 2 });
      expect(s2).toMatchObject({ branchId: "agent-1", parentId: s1!.id, number: 3 });
      expect(c).toMatchObject({ parentId: b!.id, isRevision: true, revises: 1, revisesId: a!.id });
      expect(await on.store.session(session.id)).toMatchObject({ branchCount: 1, thoughtCount: 5 });
    });

    it("[IM4] a branch that loses all its thoughts is no longer counted", async () => {
      const side = (id: string, branchId: string) => thoughtOf(id, 3, { branchId, fork: "a" });
      await on.store.importThoughts(session, [thoughtOf("a", 1), side("s1", "x"), side("s2", "y")]);
      expect((await on.store.session(session.id))!.branchCount).toBe(2);
      await on.store.importThoughts(session, [thoughtOf("a", 1), side("s1", "y"), side("s2", "y")]);
      expect((await on.store.session(session.id))!.branchCount).toBe(1);
      await on.store.importThoughts(session, [side("s3", "z")]);
      expect((await on.store.session(session.id))!.branchCount).toBe(2);
    });

    it("[IM4] thoughts of a line that was abandoned since move to a branch, and the main line continues", async () => {
      const first = [thoughtOf("a", 1), thoughtOf("b", 2), thoughtOf("c", 3)];
      await on.store.importThoughts(session, first);
      const moved = { branchId: "rewind-1", fork: "a" };
      const done = await on.store.importThoughts(session, [
        thoughtOf("a", 1),
        thoughtOf("b", 2, moved),
        thoughtOf("c", 3, moved),
        thoughtOf("d", 4),
      ]);
      expect(done).toMatchObject({ moved: 2, added: [{ number: 2, seq: 4 }] });
      const thoughts = await shape();
      expect(thoughts.map(({ branchId }) => branchId)).toEqual([
        undefined,
        "rewind-1",
        "rewind-1",
        undefined,
      ]);
      expect(thoughts[3]!.parentId).toBe(thoughts[0]!.id);
      expect((await on.store.session(session.id))!.branchCount).toBe(1);
      const { thought } = await on.store.append({
        target: { sessionId: session.id },
        content: "continues",
        nextThoughtNeeded: true,
        mode: "chain",
        source: "thoughtbox",
      });
      expect(thought).toMatchObject({ seq: 5, number: 3, parentId: thoughts[3]!.id });
      const inBranch = await on.store.append({
        target: { sessionId: session.id },
        content: "continues the branch",
        branchId: "rewind-1",
        nextThoughtNeeded: true,
        mode: "chain",
        source: "thoughtbox",
      });
      expect(inBranch.thought.parentId).toBe(thoughts[2]!.id);
    });

    it("[IM1] a search finds imported thoughts, and its time range means their own times", async () => {
      await add("imported is a word here too");
      await on.store.importThoughts(session, [thoughtOf("a", 1)]);
      const found = async (range: { since?: string; until?: string }) =>
        (await on.store.search({ text: "imported", ...range })).map(({ thought }) => thought.content);
      expect(await found({})).toHaveLength(2);
      expect(await found({ until: "2025-12-31T00:00:00.000Z" })).toEqual(["imported a"]);
      expect(await found({ since: "2025-12-31T00:00:00.000Z" })).toEqual(["imported is a word here too"]);
    });

    it("[IM5] two folders of the same name are two projects, always the same", async () => {
      const one = await on.store.assignProject("/home/me/shop", "shop");
      const other = await on.store.assignProject("/work/shop", "shop");
      expect(one).toBe("shop");
      expect(other).toMatch(/^shop-[\da-f]{6}$/);
      expect(await on.store.assignProject("/work/shop", "shop")).toBe(other);
      expect(await on.store.folderProject("/home/me/shop", "shop")).toBe("shop");
      expect(await on.store.folderProject("/third/shop", "shop")).toBeUndefined();
      expect(await on.store.folderProject("/third/new", "new")).toBe("new");
    });

    it("[IM6] the marks of an imported thought are facts of its session", async () => {
      const marks = [{ kind: "decision", text: "pg-boss", reason: "it needs no other server" }] as const;
      await on.store.importThoughts(session, [thoughtOf("a", 1), thoughtOf("b", 2, { marks })]);
      expect(await on.store.facts(session.id)).toMatchObject([
        { kind: "decision", text: "pg-boss", seq: 2, origin: "declared" },
      ]);
      expect((await all(session.id))[1]!.marks).toHaveLength(1);
    });

    it("[IM2] keys and texts may contain anything", async () => {
      const odd = "\0 \ud800 __proto__ ' \" 🧵".toWellFormed();
      await on.store.importThoughts(session, [
        thoughtOf(odd, 1, { content: odd }),
        thoughtOf("x".repeat(5000), 2),
        thoughtOf(`${"x".repeat(4999)}y`, 3),
      ]);
      const again = await on.store.importThoughts(session, [
        thoughtOf(odd, 1, { content: odd }),
        thoughtOf("x".repeat(5000), 2),
        thoughtOf(`${"x".repeat(4999)}y`, 3),
      ]);
      expect(again.added).toEqual([]);
      expect((await all(session.id)).map(({ content }) => content)[0]).toBe(odd);
    });
  });
}
