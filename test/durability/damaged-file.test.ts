import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { thoughtFor } from "./drafts.ts";
import { bytesIn, scratchFolder } from "./scratch.ts";

const PAGE = 4096;
const corrupt = { code: "STORE_CORRUPT", message: expect.not.stringMatching(/[\\/]clew|clew\.db/) };

const REFUSED: Record<string, (ledger: Buffer) => Buffer> = {
  "random bytes": () => randomBytes(50_000),
  "a few bytes of text": () => Buffer.from("thoughts\n"),
  "nothing but zeros": () => Buffer.alloc(2 * PAGE),
  "the first page of a ledger": (ledger) => ledger.subarray(0, PAGE),
  "the first half of a ledger": (ledger) => ledger.subarray(0, ledger.length / 2),
  "a ledger with a damaged header": (ledger) => overwritten(ledger, 16, 80),
  "a ledger with a damaged schema": (ledger) => overwritten(ledger, 100, PAGE),
  "a ledger of which only the first page is sound": (ledger) => overwritten(ledger, PAGE, ledger.length),
};

test.each(Object.entries(REFUSED))(
  "[S5] %s in place of a ledger is refused and not changed",
  async (_, damage) => {
    const { folder, file } = await makeLedger();
    writeFileSync(file, damage(readFileSync(file)));
    const before = bytesIn(folder);
    await expect(openStore({ file })).rejects.toMatchObject(corrupt);
    expect(bytesIn(folder)).toEqual(before);
  },
);

test("[S5] overwritten pages in the middle of a ledger are reported when they are read, and reading changes nothing", async () => {
  const { folder, file } = await makeLedger();
  const ledger = readFileSync(file);
  const quarter = Math.floor(ledger.length / PAGE / 4) * PAGE;
  writeFileSync(file, overwritten(ledger, quarter, 3 * quarter));
  const before = bytesIn(folder);
  const store = await openStore({ file });
  await expect(store.thoughts("s", {})).rejects.toMatchObject(corrupt);
  await store.close();
  expect(bytesIn(folder)).toEqual(before);
});

test("[S5] an append that finds damage is refused and writes nothing", async () => {
  const { folder, file } = await makeLedger();
  const db = new DatabaseSync(file);
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'thought'").get()!
    .rootpage as number;
  db.close();
  writeFileSync(file, overwritten(readFileSync(file), (root - 1) * PAGE, root * PAGE));
  const before = bytesIn(folder);
  const store = await openStore({ file });
  const appends = ["a", "b", "c"].map((content) => store.append(thoughtFor("s", content)));
  for (const append of appends) await expect(append).rejects.toMatchObject(corrupt);
  await store.close();
  expect(bytesIn(folder)).toEqual(before);
});

test.each(["delete", "wal"])(
  "[S5] another program's database in %s mode is refused and not changed",
  async (mode) => {
    const folder = scratchFolder();
    const file = join(folder, "clew.db");
    const db = new DatabaseSync(file);
    db.exec(
      `PRAGMA journal_mode = ${mode}; CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('bread')`,
    );
    db.close();
    const before = bytesIn(folder);
    await expect(openStore({ file })).rejects.toMatchObject(corrupt);
    expect(bytesIn(folder)).toEqual(before);
  },
);

test("[S5] an empty file becomes a new ledger", async () => {
  const file = join(scratchFolder(), "clew.db");
  writeFileSync(file, "");
  const store = await openStore({ file });
  expect((await store.append(thoughtFor("s", "first"))).thought.seq).toBe(1);
  await store.close();
});

async function makeLedger() {
  const folder = scratchFolder();
  const file = join(folder, "clew.db");
  const store = await openStore({ file });
  // Enough thoughts that the whole schema is in the first quarter of the file.
  const contents = Array.from({ length: 600 }, (_, i) => `${i} ${"because ".repeat(100)}`);
  await Promise.all(contents.map((content) => store.append(thoughtFor("s", content))));
  await store.close();
  return { folder, file };
}

function overwritten(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), randomBytes(to - from), bytes.subarray(to)]);
}
