import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fillWithQuotes as fill, MARKER, seen, useErasurePlaces } from "../../test/support/erasure-places.ts";
import { DatabaseSync } from "../files/sqlite.ts";
import { createPhrases } from "../ledger/index.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { invocationOf } from "../store/contract/invocation-fixture.ts";
import { OF_SESSION, QUOTING, TEXTLESS, TEXTLESS_IN_POSTGRES } from "../store/erasure-tables.ts";
import { openStore } from "../store/open.ts";
import { ownedStore } from "../store/owned-store.ts";
import type { Store } from "../store/port.ts";
import { eraseExports } from "./erase-exports.ts";
import { createQuoteEraser } from "./erase-quotes.ts";
import { createSessions } from "./index.ts";

const { erasurePlaces, sqlitePlace, postgresPlace, newDatabase } = useErasurePlaces();
const use = (store: Store, home: string) => createSessions(store, { thinkMaxThoughts: 100, home });

describe.each(erasurePlaces)("erasing on %s", (_name, makePlace) => {
  test("[LF7] [LF9] a redacted thought keeps its position and none of its text", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    await fill(store, home);
    const before = await store.thoughts("s", {});
    expect(seen(await everything())).toBeGreaterThan(5);
    const { thought, exports, scrubbed } = await use(store, home).redact("s", 2, "a secret", "ann");
    expect(thought).toMatchObject({
      seq: 2,
      content: "[redacted]",
      redaction: { by: "ann", reason: "a secret" },
    });
    expect({ exports, scrubbed }).toEqual({ exports: 2, scrubbed: true });
    expect(thought.critique).toBeUndefined();
    expect(await store.session("s")).not.toHaveProperty("needsInput");
    const after = await store.thoughts("s", {});
    expect(after.map(({ seq, id, parentId }) => [seq, id, parentId])).toEqual(
      before.map(({ seq, id, parentId }) => [seq, id, parentId]),
    );
    expect(after[0]).toEqual(before[0]);
    expect(await store.search({ text: "plover" })).toEqual([]);
    expect(await store.search({ text: "close the door" })).toHaveLength(1);
    expect(await store.messages("c", {})).toMatchObject([{ content: "[redacted]" }, { content: "hello" }]);
    expect((await store.invocations({})).at(-1)).toBeDefined();
    await expect
      .poll(async () => (await store.changes(0, 50)).at(-1))
      .toMatchObject({ actions: ["redact"], by: "ann" });
    expect(existsSync(join(home, "exports", "other.md"))).toBe(true);
    expect(readFileSync(join(home, "exports", "s.json"), "utf8")).toContain("hello");
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF8] [LF9] [LF10] a deleted session leaves a marker without text and does not come back", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    await fill(store, home);
    const sessions = use(store, home);
    expect(await sessions.remove(["s"], "ann")).toMatchObject({ deleted: ["s"], scrubbed: true });
    expect(await store.session("s")).toBeUndefined();
    await expect(sessions.need("s")).rejects.toMatchObject({ code: "SESSION_DELETED" });
    await expect(store.openSession({ id: "s", title: "S", mode: "chain" })).rejects.toMatchObject({
      code: "SESSION_DELETED",
    });
    await expect(store.append(draftOf({ sessionId: "s" }, "again"))).rejects.toMatchObject({
      code: "SESSION_NOT_FOUND",
    });
    const again = draftOf({ sessionId: "s", create: () => ({ id: "s", title: "S", mode: "chain" }) }, "on");
    expect((await store.append(again)).thought.sessionId).toBe("s-2");
    expect((await store.append(again)).thought).toMatchObject({ sessionId: "s-2", seq: 2 });
    const changes = (await store.changes(0, 50)).filter((one) => one.kind === "session" && one.actions);
    expect(changes).toMatchObject([
      { actions: ["delete"], by: "ann", sessionId: expect.stringMatching(/^deleted-/) },
    ]);
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF13] [LF28] an interrupted deletion is finished, with the quotes in calls and notes", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    await fill(store, home);
    await store.openSession({ id: "other", title: "other", mode: "chain" });
    await store.addNote("other", { author: "ann", text: `Elsewhere: ${MARKER}` });
    const sessions = use(store, home);
    await store.hideSession("s", "ann");
    expect(await store.hiddenSessions()).toEqual([{ id: "s", owner: undefined, by: "ann" }]);
    await expect(sessions.need("s")).rejects.toMatchObject({ code: "SESSION_DELETED" });
    for (const archived of [false, true])
      expect(await store.search({ text: "the service key opens the door", archived })).toEqual([]);
    await store.eraseRows("other");
    expect(await store.session("other")).toBeDefined();
    await expect(sessions.remove(["s"], "ann")).rejects.toMatchObject({ code: "SESSION_DELETED" });
    expect(await store.hiddenSessions()).toEqual([]);
    expect(await store.thoughts("s", {})).toEqual([]);
    expect(await sessions.finishDeletions()).toBe(0);
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF11] a deletion of several sessions with a bad id deletes none", async () => {
    const { home, location } = await makePlace();
    const store = await openStore(location);
    for (const id of ["a", "b"]) await store.openSession({ id, title: id, mode: "chain" });
    const sessions = use(store, home);
    await expect(sessions.remove(["a", "nope"], "ann")).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    await expect(sessions.remove(["a", "b", "a"], "ann")).rejects.toThrow("named twice");
    expect(await store.sessions({})).toHaveLength(2);
    await store.close();
  });

  test("[LF9] a principal cannot erase another's text by quoting it", async () => {
    const { home, location } = await makePlace();
    const store = await openStore(location);
    const [ann, bob] = [ownedStore(store, "ann"), ownedStore(store, "bob")];
    for (const view of [ann, bob]) {
      await view.openSession({ id: "s", title: "S", mode: "chain" });
      await view.append(draftOf({ sessionId: "s" }, `The key is ${MARKER}`));
      await view.saveConversation({ id: "c", record: {}, messages: [{ content: `use ${MARKER}` }] });
    }
    const settings = { thinkMaxThoughts: 100, home: join(home, "bob"), dataHome: home, owner: "bob" };
    await createSessions(bob, settings).redact("s", 1, "x", "bob");
    expect(await bob.messages("c", {})).toEqual([{ content: "[redacted]" }]);
    expect(await ann.messages("c", {})).toEqual([{ content: `use ${MARKER}` }]);
    expect(await ann.thoughts("s", {})).toMatchObject([{ content: `The key is ${MARKER}` }]);
    await createSessions(bob, settings).remove(["s"], "bob");
    expect(await ann.session("s")).toMatchObject({ thoughtCount: 1 });
    await store.close();
  });
});

describe.each(erasurePlaces)("what is written around an erasure on %s", (_name, makePlace) => {
  test("[LF20] the repeat of a keyed call returns the redacted thought, or an error if its session was deleted", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    for (const id of ["a", "b"]) await store.openSession({ id, title: id, mode: "chain" });
    const draft = (sessionId: string) =>
      draftOf({ sessionId }, `The key is ${MARKER}`, { idempotency: { scope: "x", key: sessionId } });
    for (const id of ["a", "b"]) await store.append(draft(id));
    const note = () => store.addNote("b", { author: "ann", text: `On ${MARKER}` }, { scope: "x", key: "n" });
    await note();
    const sessions = use(store, home);
    await sessions.redact("a", 1, "x", "ann");
    await sessions.remove(["b"], "ann");
    expect(await store.append(draft("a"))).toMatchObject({
      replayed: true,
      thought: { seq: 1, content: "[redacted]", redaction: { by: "ann" } },
    });
    await expect(store.append(draft("b"))).rejects.toMatchObject({ code: "SESSION_DELETED" });
    await expect(note()).rejects.toMatchObject({ code: "SESSION_DELETED" });
    expect(await store.sessions({})).toMatchObject([{ id: "a", thoughtCount: 1 }]);
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF21] a call that is logged late has none of the text", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    for (const id of ["a", "b"]) {
      await store.openSession({ id, title: id, mode: "chain" });
      await store.append(draftOf({ sessionId: id }, `The key is ${MARKER} in ${id}`));
    }
    const sessions = use(store, home);
    const input = { thought: `The key is ${MARKER}` };
    const deleting = sessions.remove(["b"], "ann");
    await deleting;
    await store.keepInvocations([invocationOf(1, { session_id: "b", input })]);
    const redacting = sessions.redact("a", 1, "x", "ann");
    const created_at = new Date().toISOString();
    await expect.poll(async () => (await store.thoughts("a", {}))[0]?.content).toBe("[redacted]");
    await store.keepInvocations([invocationOf(2, { session_id: "a", input, created_at })]);
    await redacting;
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF9] [LF22] titles, notebooks, their files and stored answers lose the text", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    await store.openSession({
      id: "a",
      title: `About ${MARKER}`,
      description: `So ${MARKER}`,
      mode: "chain",
    });
    await store.append(draftOf({ sessionId: "a" }, `The key is ${MARKER}`));
    const { id } = await store.createNotebook(
      { id: "n", title: `On ${MARKER}`, language: "typescript", allowNet: [], cells: [] },
      { scope: "x", key: "k" },
    );
    const folder = join(home, "notebooks", id);
    mkdirSync(folder, { recursive: true });
    for (const name of ["cell.ts", "other.ts"])
      writeFileSync(join(folder, name), `log("${name === "cell.ts" ? MARKER : "fine"}")`);
    await use(store, home).redact("a", 1, "x", "ann");
    expect(await store.session("a")).toMatchObject({ title: "[redacted]", description: "[redacted]" });
    expect(readdirSync(folder)).toEqual(["other.ts"]);
    await store.close();
    expect(seen(await everything())).toBe(0);
  });
});

test("[LF9] jobs of PostgreSQL lose the text, whatever their state", async () => {
  const { home, location, everything, execute } = await postgresPlace();
  const store = await openStore(location);
  await store.openSession({ id: "a", title: "a", mode: "chain" });
  await store.append(draftOf({ sessionId: "a" }, `The key is ${MARKER}`));
  const payload = JSON.stringify({ order: { content: `Use ${MARKER}` } });
  const theirs = JSON.stringify({ principal: { name: "bob" }, order: { content: "Use zebra-QX77-plover" } });
  await execute(
    `INSERT INTO job (id, task, payload, answer, state, created_at) VALUES
       ('1', 'model.linear', '${payload}', '${payload}', 'done', 1), ('2', 'model.linear', '${theirs}', NULL, 'queued', 1);
     INSERT INTO job_event (job_id, number, body) VALUES ('1', 1, '{"text":"${MARKER}"}')`,
  );
  await use(store, home).redact("a", 1, "x", "ann");
  await store.close();
  expect(seen(await everything())).toBe(1);
});

test("[LF10] [LF28] a restored backup does not bring back what was erased", async () => {
  const { home, everything } = sqlitePlace();
  let store = await openStore({ home });
  await store.openSession({ id: "s", title: "S", mode: "chain" });
  for (const text of ["First", "Call Meier in Hamburg"])
    await store.append(draftOf({ sessionId: "s" }, text));
  await store.openSession({ id: "t", title: "T", mode: "chain" });
  await store.append(draftOf({ sessionId: "t" }, `Again ${MARKER}`));
  await store.saveConversation({ id: "c", record: {}, messages: [{ content: `use ${MARKER}` }] });
  await store.close();
  copyFileSync(join(home, "clew.db"), join(home, "saved"));
  store = await openStore({ home });
  await use(store, home).redact("s", 2, "a secret", "ann");
  await use(store, home).remove(["t"], "ann");
  await store.close();
  copyFileSync(join(home, "saved"), join(home, "clew.db"));
  store = await openStore({ home });
  expect(await store.session("t")).toBeUndefined();
  expect((await store.thoughts("s", {}))[1]).toMatchObject({
    content: "[redacted]",
    redaction: { by: "ann" },
  });
  expect(await use(store, home).finishDeletions()).toBe(1);
  expect(await store.thoughts("t", {})).toEqual([]);
  await store.close();
  rmSync(join(home, "saved"));
  expect(seen(await everything())).toBe(0);
});

test("[LF9] deletes an export that contains the text and is too large to change", async () => {
  const { home } = sqlitePlace();
  const store = await openStore({ memory: true });
  mkdirSync(join(home, "exports"), { recursive: true });
  const filler = "a line of text\n".repeat(100_000);
  writeFileSync(join(home, "exports", "quoting.json"), `${filler}${MARKER}`);
  writeFileSync(join(home, "exports", "other.json"), filler);
  const phrases = createPhrases();
  phrases.add(MARKER);
  const erased = { phrases, owner: undefined, isErased: () => true };
  const eraser = createQuoteEraser(store, erased);
  const what = { eraser, isShared: false, thoughtIds: new Set<string>(), sessionIds: ["s"] };
  expect(await eraseExports(home, what, 1_000_000)).toBe(1);
  expect(readdirSync(join(home, "exports"))).toEqual(["other.json"]);
  await store.close();
});

test("[LF12] every table of PostgreSQL is registered for erasure or has no text", async () => {
  const databaseUrl = await newDatabase();
  await (await openStore({ databaseUrl })).close();
  const { default: pg } = await import("pg");
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'clew'");
  await client.end();
  const known = new Set<string>([
    ...Object.values(QUOTING).map(({ table }) => table),
    ...OF_SESSION.map(({ table }) => table),
    ...TEXTLESS,
    ...TEXTLESS_IN_POSTGRES,
  ]);
  expect(rows.map(({ tablename }) => tablename).filter((name) => !known.has(name))).toEqual([]);
});

test("[LF12] every table is registered for erasure or has no text", async () => {
  const { home } = sqlitePlace();
  await (await openStore({ home })).close();
  const db = new DatabaseSync(join(home, "clew.db"));
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'thought_text%' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => String(name));
  db.close();
  const known = new Set<string>([
    ...Object.keys(QUOTING),
    "cell_output",
    ...OF_SESSION.map(({ table }) => table),
    ...TEXTLESS,
  ]);
  expect(tables.filter((name) => !known.has(name))).toEqual([]);
});

test("[LF23] deleting a session leaves titles and metadata of others that share its words", async () => {
  const { home, location } = sqlitePlace();
  const store = await openStore(location);
  const open = (sessionId: string, title: string, metadata = {}) =>
    store.append(
      draftOf({ sessionId, create: () => ({ title, mode: "chain", metadata }) }, `Thought of ${sessionId}`),
    );
  await open("one", "Delete the claude-code cache of 2026");
  await open("two", "Delete the cache of 2026, too", { importedFrom: { program: "claude-code" } });
  await open("three", `Delete ${MARKER}`);
  await use(store, home).remove(["one", "three"], "ann");
  expect(await store.session("two")).toMatchObject({
    title: "Delete the cache of 2026, too",
    metadata: { importedFrom: { program: "claude-code" } },
  });
  await store.close();
});
