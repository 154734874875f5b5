import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../test/support/api.ts";
import type { Mark } from "../ledger/index.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { openStore } from "../store/open.ts";
import { ownedStore } from "../store/owned-store.ts";
import type { Store } from "../store/port.ts";
import { createSessions } from "./index.ts";

const mark = (kind: Mark["kind"], text: string, reason?: string): Mark => ({
  kind,
  text,
  ...(reason !== undefined && { reason }),
});

/** Two sessions on one question. */
async function fill(store: Store) {
  await store.openSession({ id: "a", title: "First look", mode: "chain", tags: ["x"], project: "p" });
  await store.append(
    draftOf({ sessionId: "a" }, "How do we cache?", {
      marks: [mark("open", "How large is the working set?")],
    }),
  );
  await store.append(
    draftOf({ sessionId: "a" }, "Done", {
      marks: [
        mark("decision", "Use an in-memory cache", "it is simple"),
        mark("decision", "Use Redis for the queue"),
        mark("dead_end", "SQLite as a cache", "it locks"),
      ],
    }),
  );
  await store.openSession({ id: "b", title: "Second look", mode: "chain", tags: ["y"], project: "p" });
  await store.append(
    draftOf({ sessionId: "b" }, "Again", {
      marks: [
        mark("decision", "we use an in-memory cache"),
        mark("decision", "Use Kafka for the queue"),
        mark("open", "How large is the working set?"),
        mark("open", "Who invalidates entries?"),
      ],
    }),
  );
}

async function setUp() {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  await fill(store);
  return { store, sessions: createSessions(store, { thinkMaxThoughts: 100, home: "" }) };
}

const texts = (facts: readonly { readonly text: string }[]) => facts.map(({ text }) => text);

test("[LF16] compares two sessions by their facts", async () => {
  const { sessions } = await setUp();
  const { a, b, decisions, deadEnds, open, conflicts } = await sessions.compare("a", "b");
  expect([a.title, b.title]).toEqual(["First look", "Second look"]);
  expect(decisions.common.map((pair) => [pair.a.text, pair.b.text])).toEqual([
    ["Use an in-memory cache", "we use an in-memory cache"],
  ]);
  expect(texts(decisions.onlyA)).toEqual(["Use Redis for the queue"]);
  expect(texts(decisions.onlyB)).toEqual(["Use Kafka for the queue"]);
  expect(texts(deadEnds.onlyA)).toEqual(["SQLite as a cache"]);
  expect(open.common).toHaveLength(1);
  expect(texts(open.onlyB)).toEqual(["Who invalidates entries?"]);
  expect(conflicts.map((pair) => [pair.a.text, pair.b.text])).toEqual([
    ["Use Redis for the queue", "Use Kafka for the queue"],
  ]);
});

test("[LF17] a merge opens a session that cites both and keeps them", async () => {
  const { store, sessions } = await setUp();
  const before = [await store.session("a"), await store.session("b")];
  const merged = await sessions.merge(["a", "b"], { title: "The cache", by: "ann" });
  expect(merged).toMatchObject({
    title: "The cache",
    project: "p",
    tags: ["x", "y"],
    status: "active",
    thoughtCount: 1,
    metadata: { mergedFrom: ["a", "b"] },
  });
  const [thought] = await store.thoughts(merged.id, {});
  expect(thought!.content).toContain("Use an in-memory cache because it is simple (a#2, b#1)");
  expect(thought!.evidence?.map(({ ref }) => ref)).toEqual([
    "thoughtbox://sessions/a",
    "thoughtbox://sessions/b",
  ]);
  const facts = await store.facts(merged.id);
  expect(facts.filter(({ kind }) => kind === "decision").map(({ text }) => text)).toEqual([
    "Use an in-memory cache",
  ]);
  expect(facts.filter(({ kind }) => kind === "open")).toHaveLength(3);
  expect([await store.session("a"), await store.session("b")]).toEqual(before);
  const deeds = (await store.changes(0, 100)).filter((one) => one.kind === "session" && one.actions);
  expect(deeds).toMatchObject([{ sessionId: merged.id, actions: ["merge"], by: "ann" }]);
  expect((await sessions.merge(["a", "b"], { title: "The cache", by: "ann" })).id).not.toBe(merged.id);
});

test("[LF17] a merge with a wrong id or title changes nothing", async () => {
  const { store, sessions } = await setUp();
  const merge = (ids: readonly [string, string], title: string) => sessions.merge(ids, { title, by: "ann" });
  await expect(merge(["a", "nope"], "T")).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  await expect(merge(["a", "a"], "T")).rejects.toThrow("named twice");
  await expect(merge(["a", "b"], " \n ")).rejects.toThrow("`title` must not be empty");
  await expect(merge(["a", "b"], "x".repeat(501))).rejects.toThrow("at most 500 characters");
  expect(await store.sessions({ archived: "all" })).toHaveLength(2);
});

test("[LF17] a principal neither compares nor merges another's sessions", async () => {
  const { store } = await setUp();
  const ann = ownedStore(store, "ann");
  await fill(ann);
  const sessions = createSessions(ann, { thinkMaxThoughts: 100, home: "", owner: "ann" });
  const merged = await sessions.merge(["a", "b"], { title: "Mine", by: "ann" });
  expect(await ann.session(merged.id)).toMatchObject({ title: "Mine" });
  await ann.hideSession("b", "ann");
  await expect(sessions.merge(["a", "b"], { title: "T", by: "ann" })).rejects.toMatchObject({
    code: "SESSION_DELETED",
  });
  await expect(sessions.compare("a", "b")).rejects.toMatchObject({ code: "SESSION_DELETED" });
});

test("[LF16] [LF17] the API compares and merges", async () => {
  const { get, send, refused, store } = await openApi();
  await fill(store);
  expect(await get("/compare?a=a&b=b")).toMatchObject({
    a: { id: "a" },
    b: { id: "b" },
    conflicts: [{ a: { text: "Use Redis for the queue" } }],
  });
  expect(await send("POST", "/merges", { sessions: ["a", "b"], title: "Both" })).toMatchObject({
    session: { title: "Both", thoughtCount: 1 },
  });
  expect(await refused("GET", "/compare?a=a&b=a")).toMatchObject({ status: 400 });
  expect(await refused("GET", "/compare?a=a")).toMatchObject({ status: 400 });
  expect(await refused("GET", "/compare?a=a&b=nope")).toMatchObject({ status: 404 });
  for (const body of [
    {},
    { sessions: ["a"], title: "T" },
    { sessions: ["a", "b"] },
    { sessions: ["a", "b"], title: "" },
  ])
    expect(await refused("POST", "/merges", body)).toMatchObject({ status: 400 });
  expect(await store.sessions({})).toHaveLength(3);
});

test("[LF9] what a merge repeats is erased with its source", async () => {
  const { store, sessions } = await setUp();
  const secret = "zebra-QX77-plover";
  await store.append(
    draftOf({ sessionId: "a" }, `Key ${secret}`, {
      marks: [mark("decision", `Keep ${secret} in the vault`)],
    }),
  );
  const merged = await sessions.merge(["a", "b"], { title: "Both", by: "ann" });
  expect(JSON.stringify(await store.thoughts(merged.id, {}))).toContain(secret);
  await sessions.redact("a", 3, "a secret", "ann");
  expect(JSON.stringify([await store.thoughts(merged.id, {}), await store.facts(merged.id)])).not.toContain(
    secret,
  );
  const other = await sessions.merge(["a", "b"], { title: "Again", by: "ann" });
  await sessions.remove(["a"], "ann");
  expect(JSON.stringify(await store.thoughts(other.id, {}))).not.toContain("simple");
});
