import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { contentsOf, fillLedger, LONG_KEY } from "../../../test/support/sample-ledger.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { draftOf } from "../contract/fixture.ts";
import { invocationOf } from "../contract/invocation-fixture.ts";
import { type CopyLocation, openCopySource, openCopyTarget, openStore } from "../open.ts";
import type { Store } from "../port.ts";
import { type CopyStep, copyStore } from "./copy-store.ts";
import type { CopyTarget } from "./port.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const postgres = usePostgres();
let files = 0;
const newFile = () => ({ file: join(folder.path, `${++files}`, "clew.db") });
const newDatabase = async () => ({ databaseUrl: await postgres.server.newDatabase() });

/** Each kind of target, with a source of the other kind. */
const directions = [
  ["from SQLite to PostgreSQL", async () => ({ from: newFile(), to: await newDatabase() })],
  ["from PostgreSQL to SQLite", async () => ({ from: await newDatabase(), to: newFile() })],
] as const;

const closing = <T extends { close(): Promise<void> }>(one: T): T & AsyncDisposable =>
  Object.assign(one, { [Symbol.asyncDispose]: () => one.close() });

async function copy(
  from: CopyLocation,
  to: CopyLocation,
  onStep?: (step: CopyStep) => void,
  changed: (target: CopyTarget) => CopyTarget = (target) => target,
) {
  await using source = closing(await openCopySource(from));
  await using target = closing(await openCopyTarget(to));
  return await copyStore(source, changed(target), onStep);
}

async function at<T>(place: CopyLocation, work: (store: Store) => Promise<T>): Promise<T> {
  await using store = closing(await openStore(place));
  return await work(store);
}

const add = (place: CopyLocation, content: string) =>
  at(place, (store) =>
    store.append(draftOf({ sessionId: "s", create: () => ({ title: "S", mode: "chain" }) }, content)),
  );

/** Continues to use a store: branches continue, and repeated calls are recognized. */
function goOn(store: Store) {
  return Promise.all([
    store.append(draftOf({ sessionId: "main" }, "on in b", { branchId: "b" })),
    store.append(draftOf({ sessionId: "ann" }, "x", { idempotency: { scope: "s", key: LONG_KEY } })),
    store.openSession({ title: "Once", mode: "chain" }, { scope: "c", key: "k" }),
    store.addCell("n", { kind: "code", content: "4" }, { scope: "s", key: "cell" }),
    store.append(draftOf({ handle: "hand", open: () => ({ title: "?", mode: "chain" }) }, "by its handle")),
  ]).then(async ([inB, repeated, session, cell, byHandle]) => {
    const inMain = await store.append(draftOf({ sessionId: "main" }, "on the main line"));
    const added = await store.addCell("n", { kind: "code", content: "5" });
    const placed = [inB, inMain, byHandle].map(({ thought, branches }) => ({
      ...thought,
      branches,
      id: "",
      createdAt: "",
    }));
    return { placed, repeated, id: session.id, cell, added };
  });
}

test("[MG1] a ledger copied from SQLite to PostgreSQL and back answers the same everywhere, and accepts new writes", async () => {
  const first = newFile();
  await at(first, fillLedger);
  const contents = await at(first, contentsOf);
  expect(contents.searches.map((found) => found.length)).toEqual([42, 42, 41, 41, 1, 0, 1, 1, 3]);
  const before = readFileSync(first.file);

  const second = await newDatabase();
  const there = await copy(first, second);
  expect(there).toMatchObject({ different: [], resumed: false });
  expect(there.written).toBe(Object.values(there.tables).reduce((sum, { rows }) => sum + rows, 0));
  expect(await at(second, contentsOf)).toEqual(contents);

  const third = newFile();
  expect((await copy(second, third)).tables).toEqual(there.tables);
  expect(await at(third, contentsOf)).toEqual(contents);
  expect(readFileSync(first.file).equals(before)).toBe(true);

  const next = await at(first, goOn);
  expect(next).toMatchObject({
    repeated: { replayed: true },
    cell: { id: "cell-4" },
    added: { id: "cell-5" },
  });
  expect(await at(second, goOn)).toEqual(next);
  expect(await at(third, goOn)).toEqual(next);
});

test("[MG10] a handle of any length leads to the same session after several copies", async () => {
  const handle = "A connection by a very long name. ".repeat(60);
  const use = (store: Store) =>
    store.append(draftOf({ handle, open: () => ({ title: "Long", mode: "chain" }) }, "By its handle"));
  const places = [newFile(), await newDatabase(), newFile(), await newDatabase()];
  const { thought } = await at(places[0]!, async (store) => {
    await store.moveHandle(handle, { project: "p" });
    return use(store);
  });
  for (const [index, to] of places.entries()) {
    if (index > 0) expect((await copy(places[index - 1]!, to)).different).toEqual([]);
    const next = await at(to, use);
    expect(next.thought).toMatchObject({ sessionId: thought.sessionId, seq: index + 2 });
    expect(await at(to, (store) => store.handle(handle))).toMatchObject({ project: "p" });
  }
});

test.each(directions)(
  "[MG4] %s the feed keeps its order and continues above the copied positions",
  async (_, places) => {
    const { from, to } = await places();
    await at(from, fillLedger);
    await copy(from, to);
    await at(to, async (store) => {
      const [copied, newest] = [await store.changes(0, 1000), await store.position()];
      expect(copied.at(-1)!.position).toBe(newest);
      const { thought } = await store.append(draftOf({ sessionId: "main" }, "after"));
      await expect.poll(() => store.changes(newest, 10)).toMatchObject([{ seq: thought.seq }]);
      const late = invocationOf(3, { tool_name: "late" });
      await store.keepInvocations([late]);
      expect((await store.invocations({}))[0]).toMatchObject({ tool_name: "late" });
      await store.saveConversation({ id: "last", record: {} });
      expect((await store.conversations({}))[0]).toMatchObject({ id: "last" });
    });
  },
);

test.each(directions)(
  "[MG3] %s a target with other contents is refused and stays unchanged",
  async (_, places) => {
    const { from, to } = await places();
    await add(from, "of the source");
    await add(to, "of the target");
    await expect(copy(from, to)).rejects.toThrow("already contains a ledger");
    expect(await at(to, (store) => store.thoughts("s", {}))).toMatchObject([{ content: "of the target" }]);
  },
);

test("[MG3] anything but a ledger is refused as source and as target", async () => {
  const { file } = newFile();
  await expect(copy({ file }, await newDatabase())).rejects.toThrow("there is no ledger at");
  await expect(copy(await newDatabase(), { file })).rejects.toThrow("there is no ledger in");
  const other = join(folder.path, "other.db");
  const db = new DatabaseSync(other);
  db.exec("CREATE TABLE theirs (a)");
  db.close();
  const source = await newDatabase();
  await add(source, "x");
  await expect(copy(source, { file: other })).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  await expect(copy({ file: other }, await newDatabase())).rejects.toMatchObject({ code: "STORE_CORRUPT" });
});

test.each(directions)(
  "[MG2] %s an interrupted copy cannot be opened, and starts over if the source has changed",
  async (_, places) => {
    const { from, to } = await places();
    await at(from, fillLedger);
    const broken = copy(from, to, ({ step, table }) => {
      if (step === "copy" && table === "idempotency_answer") throw new Error("broken off");
    });
    await expect(broken).rejects.toThrow("broken off");
    await expect(openStore(to)).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
    await expect(openStore(to)).rejects.toThrow("clew migrate");
    await add(from, "later");
    expect(await copy(from, to)).toMatchObject({ different: [], resumed: false });
    expect(await at(to, contentsOf)).toEqual(await at(from, contentsOf));
    expect(await at(to, goOn)).toEqual(await at(from, goOn));
  },
);

test.each(directions)(
  "[MG5] %s a copy has the state at the start of the command, whatever is written meanwhile",
  async (_, places) => {
    const { from, to } = await places();
    await at(from, fillLedger);
    const contents = await at(from, contentsOf);
    await using writer = closing(await openStore(from));
    await using source = closing(await openCopySource(from));
    // The first read takes the snapshot.
    await source.read("session");
    await writer.append(draftOf({ sessionId: "main" }, "meanwhile", { branchId: "b" }));
    await writer.changeSession("empty", { stage: 3 });
    await writer.updateCell("n", "cell-3", { content: "meanwhile" });
    await using target = closing(await openCopyTarget(to));
    expect(await copyStore(source, target)).toMatchObject({ different: [] });
    expect(await at(to, contentsOf)).toEqual(contents);
  },
);

test.each(directions)(
  "[MG6] %s a copy that differs is reported, cannot be opened, and is made again",
  async (_, places) => {
    const { from, to } = await places();
    await at(from, fillLedger);
    const losing = (target: CopyTarget): CopyTarget => ({
      ...target,
      write: ({ rows, cursor }) =>
        target.write({
          cursor,
          rows:
            cursor.table === "cell"
              ? rows.slice(1)
              : rows.map((row) => (row.seq === 7 ? { ...row, content: `${row.content} ` } : row)),
        }),
    });
    expect((await copy(from, to, undefined, losing)).different).toEqual(
      expect.arrayContaining(["thought", "cell"]),
    );
    await expect(openStore(to)).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
    expect(await copy(from, to)).toMatchObject({ different: [], resumed: false });
  },
);

test.each(directions)("[MG2] %s of two copies into one target, one is refused", async (_, places) => {
  const { from, to } = await places();
  await at(from, fillLedger);
  await using other = closing(await openCopyTarget(to));
  const twice = copy(from, to, undefined, (target) => ({
    ...target,
    write: async (batch) => {
      if (batch.cursor.table === "handle") await other.write(batch);
      await target.write(batch);
    },
  }));
  await expect(twice).rejects.toThrow("another copy to the same");
});
