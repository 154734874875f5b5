import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomSteps, recordSteps } from "../../test/support/random-session.ts";
import { openStore } from "../store/open.ts";
import { allThoughts } from "../store/port.ts";
import { exportChain } from "./export.ts";
import { readChain } from "./read-chain.ts";

const exportedAt = "2025-01-15T12:00:00Z";
const at = "2025-01-15T10:00:00Z";

describe("an exported chain", () => {
  test("[E4] has the members of SessionExport, and the session in short", async () => {
    const store = await openStore({ memory: true });
    const session = await recordSteps(store, [{ branchFrom: 2, branchId: "b" }, { revises: 1 }]);
    const document = JSON.parse(await written(store, session.id));
    expect(Object.keys(document)).toEqual(["version", "exportedAt", "session", "thoughts"]);
    const { id, title, tags, createdAt, updatedAt } = session;
    expect(document).toMatchObject({ version: "1.0", exportedAt });
    expect(document.session).toEqual({ id, title, tags, createdAt, updatedAt });
    const [first, second, third, fork, revision] = document.thoughts;
    expect(fork).toMatchObject({ prev: second.id, branchOrigin: second.id, thought: { branchId: "b" } });
    expect(second).toMatchObject({ prev: first.id, next: [third.id, fork.id] });
    expect(revision).toMatchObject({
      prev: third.id,
      revisesNode: third.id,
      thought: { isRevision: true, revisesThought: 1 },
    });
    await store.close();
  });

  test("[E4] any session read back is the same graph", async () => {
    const store = await openStore({ memory: true });
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(randomSteps, text, async (steps, content) => {
        const session = await recordSteps(store, steps, (index) => `${content} ${index}`);
        const thoughts = await Array.fromAsync(allThoughts(store, session.id));
        const { thoughts: nodes } = readChain(await written(store, session.id));
        expect(
          nodes.map(({ id, thought, prev, revisesNode }) => ({
            id,
            parentId: prev ?? undefined,
            revisesId: revisesNode,
            ...thought,
          })),
        ).toEqual(
          thoughts.map((one) => ({
            id: one.id,
            parentId: one.parentId,
            revisesId: one.revisesId,
            number: one.number,
            content: one.content,
            timestamp: one.createdAt,
            ...(one.branchId !== undefined && { branchId: one.branchId }),
            ...(one.isRevision && { isRevision: true, revisesThought: one.revises }),
          })),
        );
      }),
      { numRuns: 60 },
    );
    await store.close();
  });
});

describe("invalid chains", () => {
  const node = (id: string, prev: string | null, next: readonly string[], more = {}) => ({
    id,
    thought: { number: 1, content: "x", timestamp: at },
    prev,
    next,
    ...more,
  });

  test.each([
    ["a thought that stands twice", [node("a", null, []), node("a", null, [])]],
    ["a prev that no next agrees with", [node("a", null, []), node("b", "a", [])]],
    ["a next that no prev agrees with", [node("a", null, ["b"]), node("b", null, [])]],
    ["a next that is not there", [node("a", null, ["b"])]],
    ["a thought that follows itself", [node("a", null, ["a"])]],
    ["a thought with two before it", [node("a", null, ["c"]), node("b", null, ["c"]), node("c", "a", [])]],
    ["a revision of nothing", [node("a", null, [], { revisesNode: "b" })]],
    [
      "a fork from elsewhere",
      [node("a", null, ["b"]), node("b", "a", ["c"]), node("c", "b", [], { branchOrigin: "a" })],
    ],
  ])("[E4] %s is refused", (_, thoughts) => {
    const session = { id: "s", title: "S", tags: [], createdAt: at, updatedAt: at };
    const document = (list: readonly unknown[]) =>
      JSON.stringify({ version: "1.0", exportedAt, session, thoughts: list });
    expect(() => readChain(document(thoughts))).toThrow(/thoughts/);
    expect(readChain(document([])).thoughts).toEqual([]);
  });

  test.each(["", "{}", "[]", "null", '{"version":"1.0"}'])("[E4] %j is refused", (json) => {
    expect(() => readChain(json)).toThrow();
  });
});

async function written(store: Awaited<ReturnType<typeof openStore>>, id: string): Promise<string> {
  const session = (await store.session(id))!;
  const pieces = exportChain(session, () => allThoughts(store, id), exportedAt);
  return (await Array.fromAsync(pieces)).join("");
}
