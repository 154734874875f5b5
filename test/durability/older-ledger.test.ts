import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { Source } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/open.ts";
import { MIGRATIONS, migrate } from "../../src/store/sqlite/migrate.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { runMigrators } from "./run-migrators.ts";
import { scratchFolder } from "./scratch.ts";

/** A session `s` with two thoughts, opened first and changed between them and at the end: what version 1 wrote. */
const LEDGER = `
  INSERT INTO session (id, title, project, tags, mode, status, stage, metadata, created_at, updated_at)
    VALUES ('s', 'A question', '_default', '[]', 'chain', 'active', 1, '{}', 1700000000000, 1700000000000);
  INSERT INTO session_change (position, session_id) VALUES (1, 's'), (3, 's'), (5, 's');
  INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, next_needed, mode, door, created_at, content)
    VALUES (2, 't1', 's', 1, 1, 2, '', 1, 'chain', 'think', 1700000000001, 'one'),
           (4, 't2', 's', 2, 2, 2, '', 1, 'chain', 'think', 1700000000002, 'two');
  INSERT INTO lane (session_id, branch_id, ordinal, tail_id, tail_number, tail_total) VALUES ('s', '', 0, 't1', 1, 2);
  INSERT INTO handle (handle, session_id, last_session_id, root) VALUES ('h', 's', 's', '/somewhere');
  PRAGMA journal_mode = WAL;
`;
const FEED = [
  { position: 1, kind: "session", sessionId: "s" },
  { position: 2, kind: "thought", sessionId: "s", seq: 1 },
  { position: 3, kind: "session", sessionId: "s" },
  { position: 4, kind: "thought", sessionId: "s", seq: 2 },
  { position: 5, kind: "session", sessionId: "s" },
];

test("[S7] a ledger of the first schema keeps every position of its feed and continues after it", async () => {
  const store = await openStore({ file: makeOldLedger() });
  onTestFinished(() => store.close());
  expect(await store.changes(0, 100)).toEqual(FEED);
  expect(await store.position()).toBe(5);
  expect(await store.handle("h")).toEqual({ sessionId: "s", lastSessionId: "s", root: "/somewhere" });
  expect((await store.append(thoughtFor("s", "three"))).thought).toMatchObject({ seq: 3, number: 3 });
  await store.createNotebook({ id: "n", title: "Numbers", language: "typescript", cells: [] });
  expect(await store.changes(5, 100)).toEqual([
    { position: 6, kind: "thought", sessionId: "s", seq: 3 },
    { position: 7, kind: "notebook", notebookId: "n" },
  ]);
  expect(await store.session("s")).not.toHaveProperty("owner");
  expect(await store.sessions({ owner: "ann" })).toEqual([]);
  expect((await store.thoughts("s", {})).map(({ content }) => content)).toEqual(["one", "two", "three"]);
});

test("[S7] search finds the thoughts of a ledger whose full-text index the migration replaced", async () => {
  const file = makeOldLedger(INDEXED);
  const store = await openStore({ file });
  const found = async (text: string, source?: Source) =>
    (await store.search({ text, source })).map(({ thought }) => thought.content);
  expect(await found("one")).toEqual(["one"]);
  expect(await found("two", "think")).toEqual(["two"]);
  expect(await found("two", "gateway")).toEqual([]);
  await store.append(thoughtFor("s", "three"));
  expect(await found("three")).toEqual(["three"]);
  expect((await store.sessions({ text: "two" })).map(({ id, thoughtCount }) => [id, thoughtCount])).toEqual([
    ["s", 3],
  ]);
  expect((await store.inspect()).problems).toEqual([]);
  await store.close();
});

test("[S7] many processes migrate such a ledger at once, exactly once", async () => {
  const file = makeOldLedger();
  await runMigrators(6, { file, migrations: MIGRATIONS });
  const store = await openStore({ file });
  expect(await store.changes(0, 100)).toEqual(FEED);
  await store.sessions({});
  await store.close();
  expect(readLedger(file).map(({ content }) => content)).toEqual(["one", "two"]);
});

/** What version 1 wrote to its full-text index. */
const INDEXED =
  "INSERT INTO thought_text (rowid, content, door) VALUES (2, 'one', 'think'), (4, 'two', 'think');";

function makeOldLedger(more = ""): string {
  const file = join(scratchFolder(), "clew.db");
  const db = new DatabaseSync(file);
  migrate(db, MIGRATIONS.slice(0, 1));
  db.exec(LEDGER + more);
  db.close();
  return file;
}
