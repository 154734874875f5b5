import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { scratchFolder } from "./scratch.ts";
import { startWriter } from "./start-writer.ts";

const moved = { code: "STORE_MOVED", message: expect.not.stringMatching(/[\\/]|clew\.db/) };

/** What can happen to the files of a ledger while a store has it open. */
const ACCIDENTS: Readonly<Record<string, (file: string) => void>> = {
  "the database is deleted": (file) => rmSync(file),
  "the database is renamed": (file) => renameSync(file, `${file}.old`),
  "a copy takes the place of the database": (file) => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  "another program's file takes the place of the database": (file) => {
    rmSync(file);
    writeFileSync(file, "thoughts\n");
  },
  "the database is truncated": (file) => truncateSync(file),
  "an earlier copy is written over the database": (file) =>
    writeFileSync(file, readFileSync(file).subarray(0, 4096 * 3)),
  "the write-ahead log is deleted": (file) => rmSync(`${file}-wal`),
  "another file takes the place of the write-ahead log": (file) => {
    copyFileSync(`${file}-wal`, `${file}.copy`);
    renameSync(`${file}.copy`, `${file}-wal`);
  },
  "the shared index is deleted": (file) => rmSync(`${file}-shm`),
  "all three files are deleted": (file) => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`);
  },
  "the folder is renamed": (file) => renameSync(dirname(file), `${dirname(file)}-old`),
  "the folder is deleted": (file) => rmSync(dirname(file), { recursive: true }),
  "another folder takes the place of the folder": (file) => {
    renameSync(dirname(file), `${dirname(file)}-old`);
    execFileSync("cp", ["-r", `${dirname(file)}-old`, dirname(file)]);
  },
};

test.each(Object.entries(ACCIDENTS))(
  "[S11] after %s, nothing is acknowledged and nothing is read",
  async (_, happen) => {
    const { store, file } = await openLedger();
    happen(file);
    const writes = ["a", "b", "c"].map((content) => store.append(thoughtFor("s", content)));
    for (const write of writes) await expect(write).rejects.toMatchObject(moved);
    for (const read of READS) await expect(read(store)).rejects.toMatchObject(moved);
    await expect(store.append(thoughtFor("s", "again"))).rejects.toMatchObject(moved);
    await store.close();
  },
);

const READS: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => store.session("s"),
  (store) => store.sessions({}),
  (store) => store.thoughts("s", {}),
  (store) => store.search({ text: "before" }),
  (store) => store.notebooks({}),
  (store) => store.changes(0, 10),
  (store) => store.position(),
  (store) => store.inspect(),
];

test("[S11] notices a file system that disappears", async () => {
  const folder = scratchFolder();
  const vanish = mountOn(folder);
  const { store } = await openLedger(join(folder, "clew.db"));
  vanish();
  await expect(store.append(thoughtFor("s", "a"))).rejects.toMatchObject(moved);
  await expect(store.thoughts("s", {})).rejects.toMatchObject(moved);
  await store.close();
});

/**
 * Mounts a file system and returns the function that unmounts it; where mounting is not permitted, the folder itself is
 * removed.
 */
function mountOn(folder: string): () => void {
  try {
    execFileSync("mount", ["-t", "tmpfs", "tmpfs", folder], { stdio: "ignore" });
    return () => void execFileSync("umount", ["-l", folder]);
  } catch {
    return () => rmSync(folder, { recursive: true });
  }
}

test("[S11] acknowledges nothing after a deletion while appends are in flight", async () => {
  const { store, file } = await openLedger();
  let isDeleted = false;
  let acknowledgedLater = 0;
  const appends = Array.from({ length: 200 }, (_, i) =>
    store.append(thoughtFor("s", `thought ${i}`)).then(
      () => {
        if (isDeleted) acknowledgedLater++;
        if (!isDeleted && i >= 20) {
          rmSync(file);
          isDeleted = true;
        }
      },
      (error: unknown) => expect(error).toMatchObject(moved),
    ),
  );
  await Promise.all(appends);
  const later = Array.from({ length: 50 }, (_, i) => store.append(thoughtFor("s", `later ${i}`)));
  for (const one of await Promise.allSettled(later))
    expect(one).toMatchObject({ status: "rejected", reason: moved });
  // The batch with the deleting callback was committed before the deletion.
  expect(isDeleted).toBe(true);
  expect(acknowledgedLater).toBeLessThan(256);
  await store.close();
});

test("[S11] uses the same file again once it is restored, with every acknowledged thought", async () => {
  const { store, file } = await openLedger();
  renameSync(dirname(file), `${dirname(file)}-away`);
  await expect(store.append(thoughtFor("s", "lost"))).rejects.toMatchObject(moved);
  renameSync(`${dirname(file)}-away`, dirname(file));
  await store.append(thoughtFor("s", "after"));
  expect((await store.thoughts("s", {})).map(({ content }) => content)).toEqual(["before", "after"]);
  await store.close();
  expect(stored(file)).toEqual(["before", "after"]);
});

test("[S11] does not take VACUUM by another program for a deletion", async () => {
  const { store, file } = await openLedger();
  const long = "because ".repeat(500);
  await Promise.all(Array.from({ length: 200 }, (_, i) => store.append(thoughtFor("long", `${i} ${long}`))));
  const script = `const db = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(file)}, { timeout: 5000 });
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.exec("CREATE TABLE filler AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT hex(randomblob(2000)) AS x FROM n");
    db.exec("PRAGMA wal_checkpoint(TRUNCATE); DROP TABLE filler");`;
  execFileSync(process.execPath, ["-e", script], { stdio: "ignore" });
  await store.append(thoughtFor("s", "grown"));
  execFileSync(
    process.execPath,
    [
      "-e",
      `const db = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(file)}, { timeout: 5000 });
    db.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")`,
    ],
    { stdio: "ignore" },
  );
  await store.append(thoughtFor("s", "after"));
  expect((await store.thoughts("s", {})).map(({ content }) => content)).toEqual(["before", "grown", "after"]);
  await store.close();
});

test("[S12] thoughts acknowledged before the write-ahead log was deleted survive `kill -9`", async () => {
  const file = join(scratchFolder(), "clew.db");
  const order = { file, sessionId: "s", word: "w", count: 10, eachOnCommand: true, retryOnCommand: true };
  const writer = await startWriter(order);
  for (let i = 0; i < 6; i++) writer.command();
  await writer.until(() => writer.acknowledged().length === 5);
  rmSync(`${file}-wal`);
  writer.command();
  await writer.until(() => writer.failures().length === 1);
  expect(writer.failures()).toEqual(["STORE_MOVED"]);
  writer.kill();
  await writer.ended;
  expect(readLedger(file).map(({ id }) => id)).toEqual(writer.acknowledged().map(({ id }) => id));
});

test("[S13] no ledger is created beside the write-ahead log of a deleted one", async () => {
  const { store, file } = await openLedger();
  renameSync(file, `${file}.old`);
  const log = readFileSync(`${file}-wal`);
  expect(log.length).toBeGreaterThan(0);
  await expect(openStore({ file })).rejects.toMatchObject(moved);
  expect(readFileSync(`${file}-wal`)).toEqual(log);
  renameSync(`${file}.old`, file);
  await store.append(thoughtFor("s", "after"));
  await store.close();
  expect(stored(file)).toEqual(["before", "after"]);
});

test("[S13] an empty file beside the write-ahead log of another database is not mistaken for a new ledger", async () => {
  const { store, file } = await openLedger();
  renameSync(file, `${file}.old`);
  writeFileSync(file, "");
  await expect(openStore({ file })).rejects.toMatchObject(moved);
  renameSync(`${file}.old`, file);
  await store.append(thoughtFor("s", "after"));
  await store.close();
  expect(stored(file)).toEqual(["before", "after"]);
});

async function openLedger(file = join(scratchFolder(), "home", "clew.db")) {
  mkdirSync(dirname(file), { recursive: true });
  // Closing moves the log into the database, which then has some size.
  const earlier = await openStore({ file });
  await earlier.append(thoughtFor("filler", "because ".repeat(5_000)));
  await earlier.close();
  const store = await openStore({ file });
  await store.append(thoughtFor("s", "before"));
  return { store, file };
}

/** The thoughts of the session under test, as stored in the file. */
function stored(file: string): readonly string[] {
  return readLedger(file).flatMap(({ sessionId, content }) => (sessionId === "s" ? [content] : []));
}
