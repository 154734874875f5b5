import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { makeReadOnly } from "./disks.ts";
import { thoughtFor } from "./drafts.ts";
import { runReader } from "./run-reader.ts";
import { bytesIn, scratchFolder } from "./scratch.ts";
import { startWriter } from "./start-writer.ts";

const refusedWrites = { append: "STORE_READ_ONLY", opening: "STORE_READ_ONLY" };

test("[S6] a ledger in a read-only folder can be read and searched, and refuses writes as read-only", async () => {
  const { folder, file } = await makeLedger();
  const before = bytesIn(folder);
  const reading = await runReader(file, makeReadOnly(folder));
  expect(reading).toEqual({ contents: ["one reasons", "two reasons"], hits: 2, ...refusedWrites });
  expect(bytesIn(folder)).toEqual(before);
});

test("[S6] in a read-only folder, thoughts that a killed process left in the write-ahead log are read too", async () => {
  const { folder, file } = await makeKilledLedger();
  const reading = await runReader(file, makeReadOnly(folder));
  expect(reading).toMatchObject({ contents: Array(7).fill(expect.any(String)), ...refusedWrites });
});

test("[S6] an unreadable log in a read-only folder is an error, never a ledger with missing thoughts", async () => {
  const { folder, file } = await makeKilledLedger();
  rmSync(`${file}-shm`);
  expect(await runReader(file, makeReadOnly(folder))).toEqual({ refused: "STORE_READ_ONLY" });
});

test("[S6] a read-only file in a folder that can be written can be read, and refuses writes as read-only", async () => {
  const { file } = await makeLedger();
  const reading = await runReader(file, makeReadOnly(file));
  expect(reading).toEqual({ contents: ["one reasons", "two reasons"], hits: 2, ...refusedWrites });
});

test("[S6] no ledger can be created or migrated in a read-only folder, and the error says why", async () => {
  const folder = scratchFolder();
  const old = join(folder, "old.db");
  const db = new DatabaseSync(old);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA application_id = 0x436c6577");
  db.close();
  const around = makeReadOnly(folder);
  for (const file of ["clew.db", "home/clew.db", "old.db"])
    expect(await runReader(join(folder, file), around)).toEqual({ refused: "STORE_READ_ONLY" });
});

test("[S6] a ledger that cannot be opened at all is unreadable", async () => {
  const folder = scratchFolder();
  await expect(openStore({ file: folder })).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
  const file = join(folder, "file");
  const store = await openStore({ file });
  await store.close();
  await expect(openStore({ home: file })).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
});

async function makeLedger() {
  const folder = scratchFolder();
  const file = join(folder, "clew.db");
  const store = await openStore({ file });
  for (const content of ["one reasons", "two reasons"]) await store.append(thoughtFor("s", content));
  // A search updates the index; where nothing can be written, that must have happened before.
  await store.search({ text: "reasons" });
  await store.close();
  return { folder, file };
}

/** A ledger of seven thoughts: two in the file, and five in the log of a writer that was killed. */
async function makeKilledLedger() {
  const { folder, file } = await makeLedger();
  const writer = await startWriter({ file, sessionId: "s", word: "w", count: 6, eachOnCommand: true });
  for (let i = 0; i < 6; i++) writer.command();
  await writer.until(() => writer.acknowledged().length === 5);
  writer.kill();
  await writer.ended;
  return { folder, file };
}
