import { expect, onTestFinished, test, vi } from "vitest";
import { usePostgres } from "../../test/support/postgres-ledger.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { openStore } from "../store/open.ts";
import { createSessions } from "./index.ts";

const settings = { thinkMaxThoughts: 100, home: "" };
const postgres = usePostgres();

async function setUp(backend: "SQLite" | "PostgreSQL") {
  const store = await openStore(
    backend === "SQLite" ? { memory: true } : { databaseUrl: await postgres.server.newDatabase() },
  );
  onTestFinished(() => store.close());
  for (const id of ["s", "other"]) await store.openSession({ id, title: "Cache", mode: "chain" });
  const add = (content: string, more: Parameters<typeof draftOf>[2] = {}, sessionId = "s") =>
    store.append(draftOf({ sessionId }, content, more));
  const thoughts = vi.fn(store.thoughts);
  const sessions = createSessions({ ...store, thoughts }, settings);
  const read = async (on: typeof sessions) => ({
    brief: await on.brief("s", 2000),
    statistics: await on.statistics(await on.need("s")),
  });
  /** Compares what `sessions` returns with what is computed from the start, and returns it. */
  const check = async () => {
    const found = await read(sessions);
    expect(found).toEqual(await read(createSessions(store, settings)));
    return found;
  };
  return { store, sessions, add, check, thoughts };
}

test.each(["SQLite", "PostgreSQL"] as const)(
  "[WB53] brief and statistics are up to date after every kind of change, on %s",
  async (backend) => {
    const { store, sessions, add, check } = await setUp(backend);
    await add("Which cache should we use for sessions?");
    await check();
    await add("We decided to use Redis for the sessions.");
    expect((await check()).brief.brief).toContain("Redis");
    // The first branch: how branches end was not followed before.
    await add("Try an embedded cache instead.", { branchId: "embedded", branchFrom: 1 });
    expect((await check()).statistics.branches).toMatchObject([{}, { fate: "open" }]);
    await add("The embedded cache leaks, we dropped it.", { branchId: "embedded" });
    await check();
    await add("Dropped embedded", { marks: [{ kind: "dead_end", text: "The embedded branch is out" }] });
    expect((await check()).statistics.branches).toMatchObject([{}, { fate: "dropped" }]);
    await store.addNote("s", { author: "ann", text: "What about memory?" });
    expect((await check()).brief.brief).toContain("What about memory?");
    await store.saveCritique("s", 1, { text: "weak", timestamp: "2026-11-18T10:00:00.000Z" });
    expect((await check()).statistics.analysis.quality.critiqueRequests).toBe(1);
    await sessions.edit(["s"], { title: "Sessions", by: "ann" });
    expect((await check()).brief.brief).toContain("# Sessions");
    await sessions.redact("s", 2, "private", "ann");
    expect((await check()).brief.brief).not.toContain("Redis");
    await add("Done.", { nextThoughtNeeded: false });
    expect((await check()).statistics.analysis.quality.isComplete).toBe(true);
  },
);

// In PostgreSQL other transactions can delay the feed, and a session is then read again.
test("[WB53] a session is read once, and then its new thoughts", async () => {
  const { sessions, add, thoughts } = await setUp("SQLite");
  for (const content of ["One", "Two"]) await add(content);
  const statistics = async () => sessions.statistics(await sessions.need("s"));
  await Promise.all([sessions.brief("s"), sessions.brief("s")]);
  await statistics();
  thoughts.mockClear();
  await add("Elsewhere", {}, "other");
  await sessions.brief("s");
  expect(thoughts).not.toHaveBeenCalled();
  await add("Three");
  expect((await statistics()).analysis.metadata.thoughtCount).toBe(3);
  expect(thoughts.mock.calls).toEqual([["s", { after: 2, limit: 500 }]]);
});
