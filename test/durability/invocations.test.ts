import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type Invocation, timeOrderedId } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { MIGRATIONS, migrate } from "../../src/store/sqlite/migrate.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { scratchFolder } from "./scratch.ts";

const START = Date.parse("2026-11-15T10:00:00.000Z");
const critique = { text: "Weakest assumption: none.", model: "m", timestamp: "2026-11-15T10:00:00.000Z" };
const rowAt = (seconds: number): Invocation => ({
  id: timeOrderedId(START + seconds * 1000),
  kind: "tool",
  tool_name: "think",
  input: { seconds },
  success: true,
  created_at: new Date(START + seconds * 1000).toISOString(),
});

test("[CR1] a critique and the answer that a key got survive a restart", async () => {
  const file = join(scratchFolder(), "clew.db");
  const store = await open(file);
  const idempotency = { scope: "s", key: "k" };
  const first = await store.append({ ...thoughtFor("s", "one"), idempotency });
  await store.saveCritique("s", 1, critique);
  await store.close();
  const again = await open(file);
  expect((await again.thoughts("s", {}))[0]!.critique).toEqual(critique);
  expect(await again.saveCritique("s", 1, { ...critique, text: "later" })).toEqual(critique);
  expect(await again.appendResult(idempotency)).toEqual({ ...first, replayed: true });
  await again.close();
  expect(readLedger(file)).toHaveLength(1);
});

test("[CR1] of two connections that write a critique at once, one wins and both get its text", async () => {
  const file = join(scratchFolder(), "clew.db");
  const [a, b] = [await open(file), await open(file)];
  for (let seq = 1; seq <= 20; seq++) {
    await a.append(thoughtFor("s", `thought ${seq}`));
    const kept = await Promise.all(
      [a, b].map((store, index) => store.saveCritique("s", seq, { ...critique, text: `by ${index}` })),
    );
    expect(kept[0]).toEqual(kept[1]);
  }
});

test("[IV1] calls recorded by two connections at once are all stored, in order of time", async () => {
  const file = join(scratchFolder(), "clew.db");
  const [a, b] = [await open(file), await open(file)];
  const rows = Array.from({ length: 600 }, (_, i) => rowAt(i));
  await Promise.all([
    a.keepInvocations(rows.filter((_, i) => i % 2 === 0)),
    b.keepInvocations(rows.filter((_, i) => i % 2 === 1)),
    a.pruneInvocations({ before: rows[0]!.created_at, keep: 600 }),
  ]);
  await a.close();
  expect(await b.invocations({ limit: 1_000 })).toEqual(rows.toReversed());
});

test("[S7] a ledger from before invocations keeps its content and accepts invocations", async () => {
  const file = join(scratchFolder(), "clew.db");
  const db = new DatabaseSync(file);
  migrate(db, MIGRATIONS.slice(0, 2));
  db.exec("INSERT INTO change (position, notebook_id) VALUES (1, 'n')");
  db.close();
  const store = await open(file);
  expect(await store.changes(0, 10)).toEqual([{ position: 1, kind: "notebook", notebookId: "n" }]);
  expect(await store.invocations({})).toEqual([]);
  await store.keepInvocations([rowAt(1)]);
  expect(await store.invocations({})).toEqual([expect.objectContaining({ input: { seconds: 1 } })]);
  expect(await store.position()).toBe(1);
});

async function open(file: string): Promise<Store> {
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  return store;
}
