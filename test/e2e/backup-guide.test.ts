import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { startWriter } from "../durability/start-writer.ts";
import { runClew } from "../support/clew.ts";
import { startPostgres } from "../support/postgres.ts";
import { debianPostgres } from "../support/postgres-binaries.ts";
import { checkoutPrograms } from "../support/programs.ts";
import { contentsOf, fillLedger } from "../support/sample-ledger.ts";
import { startOne } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

const guide = readFileSync("docs/guide/backup.md", "utf8");
const shell = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!);
const [backup, restore, stopped, dump, restoreDump, base, migrate] = shell;
const debian = debianPostgres();

test("[MG8] [H5] the backup guide: a backup has everything acknowledged before it, while servers continue to write", async () => {
  using home = temporaryFolder();
  await using writer = writing(await openStore({ home: home.path }));
  await writer.atLeast(50);
  const before = writer.acknowledged.length;
  inShell(home, backup!);
  await writer.atLeast(writer.acknowledged.length + 50);
  await writer.stop();
  expect(existsSync(join(home.path, "ledger.db"))).toBe(true);

  inShell(home, restore!);
  const store = await openStore({ home: home.path });
  const kept = new Set((await thoughtsOf(store)).map(({ id }) => id));
  expect(writer.acknowledged.slice(0, before).filter((id) => !kept.has(id))).toEqual([]);
  expect((await store.inspect()).problems).toEqual([]);
  await goesOn(store);
  await store.close();
  const serving = await startOne({ home: home.path });
  await serving.stop();
});

test("[MG8] a backup needs an existing ledger file and a new file name", async () => {
  using home = temporaryFolder();
  const around = { home: home.path, env: { DATABASE_URL: "" } };
  const file = join(home.path, "ledger.db");
  const missing = await runClew(["backup", file], around);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no ledger") });
  await (await openStore({ home: home.path })).close();
  writeFileSync(file, "mine");
  const taken = await runClew(["backup", file], around);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining("already exists") });
  expect(readFileSync(file, "utf8")).toBe("mine");
  const nowhere = await runClew(["backup", join(home.path, "no", "folder", "x.db")], around);
  expect(nowhere.code).toBe(1);
  const elsewhere = { ...around, env: { DATABASE_URL: "postgres://clew@127.0.0.1:1/clew" } };
  const other = await runClew(["backup", `${file}.2`], elsewhere);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("pg_dump") });
});

test("[MG8] [H5] the backup guide: the files of an unused ledger are a backup, also after a crash", async () => {
  using home = temporaryFolder();
  const file = join(home.path, "clew.db");
  const writer = await startWriter({ file, sessionId: "s", word: "crash", count: 1000 });
  writer.command();
  await writer.until(() => writer.acknowledged().length >= 100);
  writer.kill();
  await writer.ended;
  inShell(home, stopped!);
  expect(existsSync(join(home.path, "stopped", "clew.db-wal"))).toBe(true);
  const store = await openStore({ home: join(home.path, "stopped") });
  const kept = new Set((await thoughtsOf(store)).map(({ id }) => id));
  expect(writer.acknowledged().filter(({ id }) => !kept.has(id))).toEqual([]);
  await goesOn(store);
  await store.close();
});

test.skipIf(!debian)(
  "[MG9] [H5] the backup guide: a dump has everything acknowledged before it, and continues in a new cluster",
  async () => {
    using home = temporaryFolder();
    await using old = await startPostgres({ bin: debian! });
    await using fresh = await startPostgres({ bin: debian! });
    const databaseUrl = old.url;
    const filled = await openStore({ databaseUrl });
    // The old cluster has far more transactions than the new one.
    await fillLedger(filled);
    await using writer = writing(filled);
    await writer.atLeast(200);
    const before = writer.acknowledged.length;
    inShell(home, dump!, { DATABASE_URL: databaseUrl });
    await writer.stop();
    inShell(home, restoreDump!, { NEW_DATABASE_URL: fresh.url });
    const store = await openStore({ databaseUrl: fresh.url });
    const kept = new Set((await thoughtsOf(store)).map(({ id }) => id));
    expect(writer.acknowledged.slice(0, before).filter((id) => !kept.has(id))).toEqual([]);
    expect((await store.search({ text: "lantern" })).length).toBeGreaterThan(0);
    await goesOn(store);
    await store.close();
    const serving = await startOne({ home: home.path, env: { DATABASE_URL: fresh.url } });
    await serving.stop();
  },
);

test.skipIf(!debian)(
  "[MG9] [H5] the backup guide: a base backup with its log starts as a cluster, and has everything acknowledged",
  async () => {
    using home = temporaryFolder();
    const access = join(home.path, "access.conf");
    writeFileSync(access, "host all,replication all 127.0.0.1/32 trust\n");
    chmodSync(home.path, 0o755);
    await using old = await startPostgres({ bin: debian!, settings: { hba_file: access } });
    await using writer = writing(await openStore({ databaseUrl: old.url }));
    await writer.atLeast(100);
    const before = writer.acknowledged.length;
    inShell(home, base!, { DATABASE_URL: old.url });
    await writer.stop();
    await using restored = await startPostgres({ bin: debian!, from: join(home.path, "base") });
    await holds(restored.url, writer.acknowledged.slice(0, before));
  },
);

test("[MG9] the files of a stopped cluster start as another cluster", async () => {
  await using old = await startPostgres();
  const first = await openStore({ databaseUrl: old.url });
  await fillLedger(first);
  const contents = await contentsOf(first);
  await first.close();
  const files = await old.halt();
  await using copy = await startPostgres({ from: files });
  const store = await openStore({ databaseUrl: copy.url });
  expect(await contentsOf(store)).toEqual(contents);
  await goesOn(store);
  await store.close();
});

test("[MG7] [H5] the backup guide: the ledger moves to PostgreSQL", async () => {
  using home = temporaryFolder();
  await using postgres = await startPostgres();
  const store = await openStore({ home: home.path });
  await fillLedger(store);
  const contents = await contentsOf(store);
  await store.close();
  inShell(home, migrate!, { DATABASE_URL: postgres.url });
  const moved = await openStore({ databaseUrl: postgres.url });
  expect(await contentsOf(moved)).toEqual(contents);
  await moved.close();
});

/** Appends to a store, one thought after another, until it is stopped. */
function writing(store: Store) {
  const acknowledged: string[] = [];
  let [isOver, reached] = [false, () => {}];
  const done = (async () => {
    while (!isOver) {
      const create = () => ({ title: "S", mode: "chain" }) as const;
      const target = { sessionId: "s", create };
      acknowledged.push((await store.append(draftOf(target, `number ${acknowledged.length}`))).thought.id);
      reached();
    }
    await store.close();
  })();
  const stop = () => {
    isOver = true;
    return done;
  };
  return {
    acknowledged: acknowledged as readonly string[],
    stop,
    atLeast: (count: number) =>
      new Promise<void>((resolve) => {
        reached = () => acknowledged.length >= count && resolve();
        reached();
      }),
    [Symbol.asyncDispose]: stop,
  };
}

async function thoughtsOf(store: Store) {
  const found = [];
  for (let after = 0; ; after += 1000) {
    const page = await store.thoughts("s", { after, limit: 1000 });
    found.push(...page);
    if (page.length < 1000) return found;
  }
}

async function holds(databaseUrl: string, ids: readonly string[]): Promise<void> {
  const store = await openStore({ databaseUrl });
  const kept = new Set((await thoughtsOf(store)).map(({ id }) => id));
  expect(ids.filter((id) => !kept.has(id))).toEqual([]);
  await goesOn(store);
  await store.close();
}

/** The next write is in the feed above everything in the ledger. */
async function goesOn(store: Store): Promise<void> {
  const newest = await store.position();
  const { thought } = await store.append(
    draftOf({ handle: "new", open: () => ({ title: "New", mode: "chain" }) }, "on"),
  );
  await expect
    .poll(async () => (await store.changes(newest, 10)).at(-1))
    .toMatchObject({ sessionId: thought.sessionId, kind: "thought", seq: 1 });
}

/** Runs commands of the guide in a folder, with `clew` and PostgreSQL's programs on the path. */
function inShell(
  { path }: TemporaryFolder,
  lines: string,
  variables: Readonly<Record<string, string>> = {},
): void {
  const PATH = [checkoutPrograms(path), ...(debian ? [debian] : []), process.env.PATH].join(delimiter);
  execFileSync("sh", ["-ec", lines], { cwd: path, env: { PATH, HOME: path, CLEW_HOME: path, ...variables } });
}
