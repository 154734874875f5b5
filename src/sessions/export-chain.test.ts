import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeReadOnly, smallDisk } from "../../test/durability/disks.ts";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { readChain } from "../ledger/index.ts";
import { openStore } from "../store/open.ts";
import { type ChainExport, exportChainFile } from "./export-chain.ts";
import { handleKey } from "./handle-key.ts";
import { createSessions } from "./index.ts";
import type { Author } from "./record.ts";

const author: Author = { handle: { text: "window-1", origin: "connection" } };
const now = Date.parse("2026-11-15T10:30:00.123Z");

/** A data home with a session of three thoughts that the author has open. */
async function setUp(home = realpathSync(scratchFolder())) {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  const sessions = createSessions(store, { thinkMaxThoughts: 100, home });
  const think = (thought: string, more: object = {}) =>
    sessions.record("thoughtbox", author, { thought, sessionTitle: "Cache or not", ...more });
  const { thought } = await think("Reads are slow");
  await think("Cache them", { branchFromThought: 1, branchId: "cache" });
  await think("Reads are slow at noon", { isRevision: true, revisesThought: 1 });
  const write = (order: ChainExport = {}, by: Author = author) =>
    exportChainFile({ store, home, now: () => now }, by, order);
  return { store, home, sessions, think, write, sessionId: thought.sessionId };
}

const listed = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).sort() : [];

describe("where an export goes", () => {
  test("[W2] is <session>-<time>.json in exports/ of the data home by default", async () => {
    const { home, write, sessionId } = await setUp();
    const exported = await write();
    const path = join("exports", `${sessionId}-2026-11-15T10-30-00-123Z.json`);
    const file = join(home, path);
    expect(exported).toEqual({
      sessionId,
      path,
      format: "SessionExport",
      thoughts: 3,
      bytes: statSync(file).size,
    });
    const { session, thoughts, exportedAt } = readChain(readFileSync(file, "utf8"));
    expect(session).toMatchObject({ id: sessionId, title: "Cache or not" });
    expect(thoughts.map(({ thought }) => thought.content)).toEqual([
      "Reads are slow",
      "Cache them",
      "Reads are slow at noon",
    ]);
    expect(exportedAt).toBe("2026-11-15T10:30:00.123Z");
    expect(listed(join(home, "exports"))).toHaveLength(1);
  });

  test("[W2] keeps all exports of one moment", async () => {
    const { home, write } = await setUp();
    for (let round = 0; round < 20; round++) {
      // Each round creates its folder again, so that the exports race to make it.
      const destination = `round-${round}`;
      const exports = await Promise.all([1, 2, 3].map(() => write({ destination })));
      const endings = exports.map(({ path }) => path.replace(/^.*Z/, ""));
      expect(endings.sort()).toEqual(["-2.json", "-3.json", ".json"]);
      expect(listed(join(home, destination))).toHaveLength(3);
    }
  });

  test("[W2] without a session id uses the open session, then the one completed last", async () => {
    const { home, sessions, think, sessionId } = await setUp();
    expect((await sessions.exportChain(author, {})).sessionId).toBe(sessionId);
    await think("Enough", { nextThoughtNeeded: false });
    const exported = await sessions.exportChain(author, { sessionId: " " });
    expect(exported).toMatchObject({ sessionId, thoughts: 4 });
    const { thought } = await think("Another matter", { sessionTitle: "Another matter" });
    expect((await sessions.exportChain(author, {})).sessionId).toBe(thought.sessionId);
    expect(listed(join(home, "exports"))).toHaveLength(3);
  });

  test("[W2] a handle that only used think has the session of its name", async () => {
    const { sessions } = await setUp();
    const thinker: Author = { handle: { text: "workflow-7", origin: "meta" } };
    await sessions.think(thinker, "What is known?");
    expect(await sessions.exportChain(thinker, {})).toMatchObject({ sessionId: "workflow-7", thoughts: 1 });
  });

  test("[W2] a caller without a session, or with an unknown one, gets an error and nothing is written", async () => {
    const { home, write } = await setUp();
    const stranger: Author = { handle: { text: "window-2", origin: "connection" } };
    await expect(write({}, stranger)).rejects.toMatchObject({
      code: "SESSION_NOT_FOUND",
      message: expect.stringMatching(/Send the sessionId/),
    });
    await expect(write({ sessionId: "gone", destination: "/" })).rejects.toMatchObject({
      code: "SESSION_NOT_FOUND",
      message: expect.stringContaining("'gone'"),
    });
    expect(listed(home)).toEqual([]);
  });

  test("[W2] a session without thoughts is an empty chain", async () => {
    const { home, store, write } = await setUp();
    const { id } = await store.openSession({ title: "Empty", mode: "chain" });
    const { path, thoughts } = await write({ sessionId: id });
    expect(thoughts).toBe(0);
    expect(readChain(readFileSync(join(home, path), "utf8")).thoughts).toEqual([]);
  });

  test("[W2] long sessions report progress, and stop when cancelled", async () => {
    const { store, home, sessionId } = await setUp();
    const draft = {
      target: { sessionId },
      nextThoughtNeeded: true,
      mode: "chain",
      source: "library",
    } as const;
    await Promise.all(
      Array.from({ length: 5000 }, (_, index) => store.append({ ...draft, content: `step ${index}` })),
    );
    const around = { store, home, now: () => now };
    const reported: number[][] = [];
    const progress = async (...numbers: number[]) => void reported.push(numbers);
    await exportChainFile({ ...around, progress }, author, { destination: "long" });
    expect(reported).toEqual([[5000, 5003]]);
    const stopped = new AbortController();
    const stop = async () => stopped.abort();
    await expect(
      exportChainFile({ ...around, signal: stopped.signal, progress: stop }, author, {
        destination: "short",
      }),
    ).rejects.toMatchObject({ code: "EXPORT_FAILED", message: expect.stringContaining("cancelled") });
    expect(existsSync(join(home, "short"))).toBe(false);
  });
});

describe("what an export may write", () => {
  test("[W3] creates a destination in the data home, relative, absolute or with ~", async () => {
    const { home, write } = await setUp();
    expect((await write({ destination: "team/a" })).path).toMatch(/^team\/a\//);
    expect((await write({ destination: join(home, "team", "b") })).path).toMatch(/^team\/b\//);
    expect((await write({ destination: " " })).path).toMatch(/^exports\//);
    await expect(write({ destination: "~" })).rejects.toMatchObject({ code: "EXPORT_FAILED" });
    expect(existsSync(join(home, "~"))).toBe(false);
    const below = join(homedir(), "/");
    if (home.startsWith(below))
      expect((await write({ destination: `~/${home.slice(below.length)}/c` })).path).toMatch(/^c\//);
  });

  test("[W3] refuses a destination elsewhere, also through links, and writes nothing there", async () => {
    const { home, write } = await setUp();
    const elsewhere = realpathSync(scratchFolder());
    symlinkSync(elsewhere, join(home, "out"));
    for (const destination of ["..", "../x", "out", "out/x", elsewhere, "/", "in/../../x", `${home}x`])
      await expect(write({ destination })).rejects.toMatchObject({
        code: "EXPORT_FAILED",
        message: expect.not.stringContaining(home),
      });
    expect(listed(elsewhere)).toEqual([]);
    expect(existsSync(`${home}x`)).toBe(false);
  });

  test("[W3] refuses an exports/ that is itself a link out of the data home", async () => {
    const { home, write } = await setUp();
    const elsewhere = realpathSync(scratchFolder());
    symlinkSync(elsewhere, join(home, "exports"));
    await expect(write()).rejects.toMatchObject({ code: "EXPORT_FAILED" });
    expect(listed(elsewhere)).toEqual([]);
  });

  test("[W3] may also write to a bound root, and relative destinations start there", async () => {
    const { store, home, write } = await setUp();
    const root = realpathSync(scratchFolder());
    await store.moveHandle(handleKey(author.handle)!, { root });
    const { path } = await write({ destination: "notes" });
    expect(path.startsWith(join(root, "notes"))).toBe(true);
    expect((await write({ destination: root })).path.startsWith(root)).toBe(true);
    expect((await write({ destination: join(home, "exports") })).path).toMatch(/^exports\//);
    expect((await write()).path).toMatch(/^exports\//);
    for (const destination of ["../x", join(root, ".."), "/"])
      await expect(write({ destination })).rejects.toMatchObject({ code: "EXPORT_FAILED" });
    const stranger: Author = { handle: { text: "window-2", origin: "connection" } };
    const { sessionId } = await write();
    await expect(write({ sessionId, destination: root }, stranger)).rejects.toMatchObject({
      code: "EXPORT_FAILED",
    });
  });

  test("[W3] only its owner can read the file, and existing files stay", async () => {
    const { home, write } = await setUp();
    mkdirSync(join(home, "exports"));
    const { path } = await write();
    expect(statSync(join(home, path)).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(home, path), "utf8");
    await write();
    expect(readFileSync(join(home, path), "utf8")).toBe(before);
  });
});

describe("an export that fails", () => {
  test("[W4] on a full disk leaves nothing, and works when there is room again", async () => {
    const disk = smallDisk();
    const home = join(disk.file, "..");
    const { think, write } = await setUp(realpathSync(home));
    await think("x".repeat(900_000));
    // Without a disk of its own to fill, the limit could be felt by a child process only.
    if (disk.leave(100).prefix !== undefined) return;
    await expect(write()).rejects.toMatchObject({
      code: "EXPORT_FAILED",
      message: expect.stringContaining("disk is full"),
    });
    expect(existsSync(join(home, "exports"))).toBe(false);
    disk.free();
    expect((await write()).bytes).toBeGreaterThan(900_000);
    expect(listed(join(home, "exports"))).toHaveLength(1);
  });

  test("[W4] into a read-only folder leaves nothing and says so", async () => {
    const { home, write } = await setUp();
    mkdirSync(join(home, "exports"));
    // Without a file system that is read-only, root would write all the same.
    if (makeReadOnly(join(home, "exports")).unprivileged) return chmodSync(join(home, "exports"), 0o755);
    for (const destination of ["exports", "exports/new"])
      await expect(write({ destination })).rejects.toMatchObject({
        code: "EXPORT_FAILED",
        message: expect.stringMatching(/read-only|permission is denied/),
      });
    expect(listed(home)).toEqual(["exports"]);
  });

  test("[W4] because the ledger cannot be read leaves nothing and reports the ledger's failure", async () => {
    const { store, home, write } = await setUp();
    let reads = 0;
    const failing = new Proxy(store, {
      get: (target, name) =>
        name === "thoughts" && ++reads === 2
          ? () => Promise.reject(new Error("disk I/O error"))
          : Reflect.get(target, name),
    });
    const around = { store: failing, home, now: () => now };
    await expect(exportChainFile(around, author, {})).rejects.toThrow("disk I/O error");
    expect(listed(join(home, "exports"))).toEqual([]);
    expect((await write()).thoughts).toBe(3);
  });
});
