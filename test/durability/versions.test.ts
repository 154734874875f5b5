import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrate.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { runMigrators } from "./run-migrators.ts";
import { bytesIn, scratchFolder } from "./scratch.ts";
import { runWriters } from "./start-writer.ts";

test("[S7] a ledger of a newer version is refused and not changed", async () => {
  const folder = scratchFolder();
  const file = join(folder, "clew.db");
  await makeLedger(file);
  setVersion(file, 99).close();
  const before = bytesIn(folder);
  await expect(openStore({ file })).rejects.toMatchObject({ code: "STORE_TOO_NEW", data: { found: 99 } });
  expect(bytesIn(folder)).toEqual(before);
});

test("[S7] a ledger that a running process has just migrated to a newer version is refused", async () => {
  const file = join(scratchFolder(), "clew.db");
  await makeLedger(file);
  const newer = setVersion(file, 99);
  onTestFinished(() => newer.close());
  await expect(openStore({ file })).rejects.toMatchObject({ code: "STORE_TOO_NEW", data: { found: 99 } });
});

test("[S7] many processes at once create the schema of a new ledger exactly once", async () => {
  const file = join(scratchFolder(), "clew.db");
  const db = setVersion(file, 0);
  db.exec("PRAGMA application_id = 0x436c6577");
  db.close();
  const words = ["a", "b", "c", "d", "e", "f"];
  const writers = await runWriters(words.map((word) => ({ file, sessionId: "s", word, count: 5 })));
  for (const writer of writers) expect(writer.failures()).toEqual([]);
  expect(readLedger(file)).toHaveLength(words.length * 5);
});

test("[S7] many processes at once migrate an older ledger exactly once, with its content", async () => {
  const file = join(scratchFolder(), "clew.db");
  await makeLedger(file);
  const next = [
    "ALTER TABLE session ADD COLUMN colour TEXT; CREATE TABLE step (n INTEGER); INSERT INTO step VALUES (1)",
    "ALTER TABLE session ADD COLUMN place TEXT; INSERT INTO step VALUES (2)",
  ];
  await runMigrators(6, { file, migrations: [...MIGRATIONS, ...next] });
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: MIGRATIONS.length + 2 });
  expect(db.prepare("SELECT n FROM step").all()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(readLedger(file).map(({ content }) => content)).toEqual(["kept"]);
});

async function makeLedger(file: string): Promise<void> {
  const store = await openStore({ file });
  await store.append(thoughtFor("s", "kept"));
  await store.close();
}

function setVersion(file: string, version: number): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${version}`);
  return db;
}
