import { describe, expect, onTestFinished, test } from "vitest";
import { usePostgres } from "../../test/support/postgres-ledger.ts";
import { openStore } from "../store/open.ts";
import { createSessions } from "./index.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-18T10:00:00.000Z");
const postgres = usePostgres();

describe.each(["SQLite", "PostgreSQL"])("retention on %s", (backend) => {
  /** Sessions by project and age in days. */
  async function setUp(ages: Readonly<Record<string, readonly [project: string, days: number]>>) {
    const store = await openStore(
      backend === "SQLite" ? { memory: true } : { databaseUrl: await postgres.server.newDatabase() },
    );
    onTestFinished(() => store.close());
    for (const [id, [project, days]] of Object.entries(ages)) {
      const at = new Date(NOW - days * DAY).toISOString();
      await store.importThoughts(
        { id, title: id, project, status: "completed", createdAt: at, updatedAt: at, metadata: {} },
        [{ key: "a", content: `Thought of ${id}`, createdAt: at, nextThoughtNeeded: false, metadata: {} }],
      );
    }
    const sessions = createSessions(store, { thinkMaxThoughts: 100, home: "" });
    const prune = (rules: Parameters<typeof sessions.prune>[0], dryRun = false) =>
      sessions.prune(rules, { dryRun, by: "retention", now: NOW });
    const left = async () =>
      (await store.sessions({ archived: "all" }))
        .map(({ id, archived }) => (archived ? `${id} archived` : id))
        .sort();
    return { store, prune, left };
  }
  const names = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort();

  test("[LF18] archives and deletes by age and project, and notes it in the feed", async () => {
    const { store, prune, left } = await setUp({
      new: ["p", 1],
      old: ["p", 40],
      ancient: ["p", 400],
      billing: ["billing", 15],
      kept: ["research", 900],
    });
    const rules = [
      { archiveAfter: 30 * DAY, deleteAfter: 365 * DAY },
      { project: "billing", archiveAfter: 10 * DAY },
      { project: "research" },
    ];
    const before = await left();
    const plan = await prune(rules, true);
    expect([plan.dryRun, names(plan.archived), names(plan.deleted)]).toEqual([
      true,
      ["billing", "old"],
      ["ancient"],
    ]);
    expect(await left()).toEqual(before);
    const done = await prune(rules);
    expect([names(done.archived), names(done.deleted)]).toEqual([["billing", "old"], ["ancient"]]);
    expect(await left()).toEqual(["billing archived", "kept", "new", "old archived"]);
    expect(await prune(rules)).toEqual({ dryRun: false, archived: [], deleted: [] });
    const deeds = (await store.changes(0, 100)).flatMap((one) =>
      one.kind === "session" && one.actions ? [one] : [],
    );
    expect(deeds.map(({ actions, by }) => [actions, by])).toEqual([
      [["archive"], "retention"],
      [["archive"], "retention"],
      [["delete"], "retention"],
    ]);
    expect(await store.isDeleted("ancient")).toBe(true);
  });

  test("[LF19] rules that would delete every session change nothing", async () => {
    const { prune, left } = await setUp({ a: ["p", 40], b: ["q", 50] });
    for (const dryRun of [true, false])
      await expect(prune([{ deleteAfter: 30 * DAY, archiveAfter: DAY }], dryRun)).rejects.toThrow(
        "would delete all 2 sessions",
      );
    expect(await left()).toEqual(["a", "b"]);
    expect(await (await setUp({})).prune([{ deleteAfter: DAY }])).toMatchObject({ deleted: [] });
  });
});
