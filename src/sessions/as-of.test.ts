import { expect, onTestFinished, test } from "vitest";
import { readMoment } from "../ledger/index.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { openStore } from "../store/open.ts";
import { createSessions } from "./index.ts";

/** A session with one thought a minute, a branch, a replaced decision, a note and a critique. */
async function setUp() {
  let now = Date.parse("2026-11-18T10:00:00.000Z");
  let ids = 0;
  const clock = { now: () => now, newId: (time: number) => `${time}-${String(++ids).padStart(6, "0")}` };
  const store = await openStore({ memory: true }, clock);
  onTestFinished(() => store.close());
  await store.openSession({ id: "s", title: "S", mode: "chain" });
  const add = async (content: string, more: Parameters<typeof draftOf>[2] = {}) => {
    now += 60_000;
    await store.append(draftOf({ sessionId: "s" }, content, more));
  };
  await add("Which cache?", { marks: [{ kind: "decision", text: "Use Redis for the cache" }] });
  await add("Try another", { branchId: "b", branchFrom: 1 });
  now += 1_000;
  await store.addNote("s", { author: "ann", text: "What about memory?" });
  await add("Memory it is", {
    marks: [{ kind: "decision", text: "Use memory for the cache", replaces: 1 }],
    nextThoughtNeeded: false,
  });
  await store.saveCritique("s", 1, { text: "weak", timestamp: new Date(now).toISOString() });
  return { store, sessions: createSessions(store, { thinkMaxThoughts: 100, home: "" }) };
}

test("[LF14] a session after a thought has only what there was then", async () => {
  const { sessions } = await setUp();
  const then = await sessions.asOf("s", { seq: 1 });
  expect(await then.need("s")).toMatchObject({
    status: "active",
    thoughtCount: 1,
    branchCount: 0,
    updatedAt: "2026-11-18T10:01:00.000Z",
  });
  expect(await Array.fromAsync(then.allThoughts("s"))).toMatchObject([{ seq: 1, content: "Which cache?" }]);
  expect((await then.thoughts("s", {}))[0]).not.toHaveProperty("critique");
  expect(await then.facts("s")).toMatchObject([{ text: "Use Redis for the cache" }]);
  expect((await then.facts("s"))[0]).not.toHaveProperty("replacedBy");
  expect(await then.notes("s")).toEqual([]);
  expect((await then.brief("s")).brief).toContain("Redis");
  expect((await then.brief("s")).brief).not.toContain("memory");
  expect((await then.outline("s", {})).map(({ seq }) => seq)).toEqual([1]);
  expect((await then.row(await then.need("s"))).lastWords).toBe("Which cache?");
  expect((await then.statistics(await then.need("s"))).branches).toHaveLength(1);
});

test("[LF14] a session at a time has what was written up to then", async () => {
  const { sessions } = await setUp();
  const then = await sessions.asOf("s", { time: "2026-11-18T10:02:30.000Z" });
  expect(await then.need("s")).toMatchObject({ status: "active", thoughtCount: 2, branchCount: 1 });
  expect(await then.notes("s")).toMatchObject([{ text: "What about memory?", state: "waiting" }]);
  const later = await sessions.asOf("s", { time: "2026-11-19T00:00:00.000Z" });
  const now = await sessions.need("s");
  expect(await later.need("s")).toEqual(now);
  expect(await later.thoughts("s", {})).toEqual(await sessions.thoughts("s", {}));
  expect(now.status).toBe("completed");
});

test("[LF14] imported thoughts count by the time they had", async () => {
  const { store, sessions } = await setUp();
  const at = (minute: number) => `2026-11-18T09:0${minute}:00.000Z`;
  await store.importThoughts(
    { id: "i", title: "I", status: "completed", createdAt: at(0), updatedAt: at(9), metadata: {} },
    [
      { key: "a", content: "a", createdAt: at(1), nextThoughtNeeded: true, metadata: {} },
      { key: "b", content: "b", createdAt: at(5), nextThoughtNeeded: true, metadata: {} },
      {
        key: "c",
        content: "c",
        createdAt: at(2),
        branchId: "x",
        fork: "a",
        nextThoughtNeeded: true,
        metadata: {},
      },
    ],
  );
  const then = await sessions.asOf("i", { time: at(3) });
  expect((await then.thoughts("i", {})).map(({ content }) => content)).toEqual(["a", "c"]);
  expect(await then.need("i")).toMatchObject({ thoughtCount: 2, branchCount: 1, status: "active" });
  expect((await then.thoughts("i", { after: 1, limit: 1 })).map(({ content }) => content)).toEqual(["c"]);
});

test("[LF15] a moment that the session does not have is refused", async () => {
  const { sessions } = await setUp();
  await expect(sessions.asOf("s", { seq: 4 })).rejects.toThrow("the session has #1 to #3");
  await expect(sessions.asOf("s", { time: "2020-01-01T00:00:00.000Z" })).rejects.toThrow("did not exist");
  await expect(sessions.asOf("nope", { seq: 1 })).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
});

test("[LF15] reads times and seqs, and nothing else", () => {
  expect(readMoment("#3")).toEqual({ seq: 3 });
  expect(readMoment(" 3 ")).toEqual({ seq: 3 });
  expect(readMoment("2026-11-18T10:00:00Z")).toEqual({ time: "2026-11-18T10:00:00.000Z" });
  expect(readMoment("2026-11-18T12:00:00+02:00")).toEqual({ time: "2026-11-18T10:00:00.000Z" });
  expect(readMoment("2026-11-18")).toEqual({ time: "2026-11-18T23:59:59.999Z" });
  for (const wrong of [
    "",
    "#",
    "#0",
    "#-1",
    "#x",
    "#1.5",
    "yesterday",
    "2026-99-99",
    "now",
    "##3",
    "#3 "[0]!,
  ])
    expect([wrong, readMoment(wrong)]).toEqual([wrong, undefined]);
});

test("[LF27] the brief of a very long session reads its beginning, its newest thoughts and its declared facts", async () => {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  const session = { id: "long", title: "Long", status: "active", metadata: {} } as const;
  const createdAt = "2026-11-18T09:00:00.000Z";
  const thoughts = Array.from({ length: 5_500 }, (_, at) => ({
    key: `${at}`,
    content: at === 300 ? "Old news." : `Note ${at}.`,
    createdAt,
    nextThoughtNeeded: true,
    metadata: {},
    ...(at === 300 && { marks: [{ kind: "decision" as const, text: "We use Redis for the cache" }] }),
  }));
  for (let from = 0; from < thoughts.length; from += 500)
    await store.importThoughts(
      { ...session, createdAt, updatedAt: createdAt },
      thoughts.slice(from, from + 500),
    );
  const read: number[] = [];
  const counted = {
    ...store,
    thoughts: async (...args: Parameters<typeof store.thoughts>) => {
      const page = await store.thoughts(...args);
      read.push(page.length);
      return page;
    },
  };
  const { brief } = await createSessions(counted, { thinkMaxThoughts: 100, home: "" }).brief("long");
  expect(brief).toContain("Redis");
  expect(brief).toContain("5500 thoughts");
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(5_000);
});
