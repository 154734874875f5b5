import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { draftOf } from "../../store/contract/fixture.ts";
import { allThoughts } from "../../store/port.ts";
import type { Outline, ThoughtDetail, ThoughtPage } from "./schemas.ts";

describe("/api/sessions/:id/outline", () => {
  test("[AP4] the columns give the parent of every thought, also when read in parts", async () => {
    const { get, store } = await openApi();
    const known = fc.integer({ min: 1, max: 3 });
    const step = fc.record(
      {
        branchFrom: known,
        branchId: fc.constantFrom("a", "b"),
        revises: known,
        confidence: fc.constant(0.5),
      },
      { requiredKeys: [] },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 15 }),
        fc.integer({ min: 1, max: 20 }),
        async (steps, limit) => {
          const { id } = await store.openSession({ title: `run ${run++}`, mode: "chain" });
          for (const more of [{}, {}, {}, ...steps])
            await store.append(draftOf({ sessionId: id }, "x", more));
          const thoughts = await Array.fromAsync(allThoughts(store, id));
          const rows: object[] = [];
          for (let after: number | undefined = 0; after !== undefined; ) {
            const part: Outline = await get<Outline>(`/sessions/${id}/outline?limit=${limit}&after=${after}`);
            rows.push(...rowsOf(part));
            after = part.next;
          }
          const seqOf = (wanted: string | undefined) => thoughts.find((one) => one.id === wanted)?.seq ?? 0;
          expect(rows).toEqual(
            thoughts.map((one) => ({
              seq: one.seq,
              id: one.id,
              number: one.number,
              branch: one.branchId ?? "",
              parent: seqOf(one.parentId),
              revises: seqOf(one.revisesId),
              flags: one.isRevision ? 1 : 0,
              confidence: one.confidence ?? null,
              source: one.source,
              at: Date.parse(one.createdAt),
              beginning: one.content,
            })),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test("[AP4] resolves a reference to a thought far before the part", async () => {
    const { get, store } = await openApi();
    const target = { sessionId: "s", create: () => ({ title: "s", mode: "chain" as const }) };
    for (let i = 0; i < 300; i++) await store.append(draftOf(target, "x"));
    await store.append(draftOf(target, "far", { branchFrom: 2, branchId: "b", revises: 3 }));
    const { entries } = await get<Outline>("/sessions/s/outline?after=300");
    expect([entries.parent, entries.revises]).toEqual([[2], [3]]);
  });

  test("[AP4] flags mark a last thought and a critique", async () => {
    const { get, store } = await openApi();
    const target = { sessionId: "s", create: () => ({ title: "s", mode: "chain" as const }) };
    await store.append(draftOf(target, "one"));
    await store.append(draftOf(target, "two", { nextThoughtNeeded: false }));
    await store.saveCritique("s", 1, { text: "weak" });
    expect((await get<Outline>("/sessions/s/outline")).entries.flags).toEqual([4, 2]);
  });
});

describe("/api/sessions/:id/thoughts", () => {
  test("[AP4] returns whole thoughts in parts", async () => {
    const { get, store } = await openApi();
    const target = { sessionId: "s", create: () => ({ title: "s", mode: "chain" as const }) };
    for (let i = 1; i <= 5; i++) await store.append(draftOf(target, `thought ${i}`));
    const first = await get<ThoughtPage>("/sessions/s/thoughts?limit=3");
    expect(first.next).toBe(3);
    const rest = await get<ThoughtPage>("/sessions/s/thoughts?after=3&limit=3");
    expect([...first.thoughts, ...rest.thoughts]).toEqual(await store.thoughts("s", {}));
    expect(rest.next).toBeUndefined();
  });

  test("[AP4] one thought lists its revisions and the branches that fork from it", async () => {
    const { get, refused, store } = await openApi();
    const target = { sessionId: "s", create: () => ({ title: "s", mode: "chain" as const }) };
    const add = (more: object = {}) => store.append(draftOf(target, "x", more));
    await add();
    await add();
    await add({ branchFrom: 1, branchId: "a" });
    await add({ branchId: "a" });
    await add({ branchFrom: 1, branchId: "b" });
    await add({ revises: 1 });
    const detail = await get<ThoughtDetail>("/sessions/s/thoughts/1");
    expect(detail).toEqual({
      thought: (await store.thoughts("s", { limit: 1 }))[0],
      revisedBy: [6],
      forks: [
        { branchId: "a", seq: 3 },
        { branchId: "b", seq: 5 },
      ],
    });
    expect((await get<ThoughtDetail>("/sessions/s/thoughts/3")).forks).toEqual([]);
    expect(await refused("GET", "/sessions/s/thoughts/7")).toMatchObject({ status: 404 });
    expect(await refused("GET", "/sessions/s/thoughts/x")).toMatchObject({ status: 400 });
    expect(await refused("GET", "/sessions/s/thoughts/0")).toMatchObject({ status: 400 });
  });
});

function rowsOf({ branches, sources, entries }: Outline): object[] {
  return entries.seq.map((seq, row) => ({
    seq,
    id: entries.id[row],
    number: entries.number[row],
    branch: branches[entries.branch[row]!],
    parent: entries.parent[row],
    revises: entries.revises[row],
    flags: entries.flags[row],
    confidence: entries.confidence[row],
    source: sources[entries.source[row]!],
    at: entries.at[row],
    beginning: entries.beginning[row],
  }));
}
