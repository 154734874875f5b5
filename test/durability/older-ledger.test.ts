import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
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
  INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, next_needed, mode, source, created_at, content)
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

test("[S7] a ledger from before notebooks keeps every position of its feed and continues after the last one", async () => {
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

test("[S7] many processes at once migrate such a ledger exactly once", async () => {
  const file = makeOldLedger();
  await runMigrators(6, { file, migrations: MIGRATIONS });
  const store = await openStore({ file });
  expect(await store.changes(0, 100)).toEqual(FEED);
  await store.sessions({});
  await store.close();
  expect(readLedger(file).map(({ content }) => content)).toEqual(["one", "two"]);
});

function makeOldLedger(): string {
  const file = join(scratchFolder(), "clew.db");
  const db = new DatabaseSync(file);
  migrate(db, MIGRATIONS.slice(0, 1));
  db.exec(LEDGER);
  db.close();
  return file;
}
