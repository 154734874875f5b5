import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import zlib from "node:zlib";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { DatabaseSync } from "../files/sqlite.ts";
import { openDatabaseCopy } from "./database-copy.ts";
import {
  CLAUDE_FILE,
  CLAUDE_SESSION,
  claudeRecord,
  type ImportFixture,
  openImportFixture,
  text,
} from "./fixtures.ts";
import { canReadZstd, readLines } from "./read-lines.ts";

let on: ImportFixture;
beforeEach(async () => {
  on = await openImportFixture();
  onTestFinished(on.close);
});

const session = [
  claudeRecord("u1", null, "user", "Why?", 0),
  claudeRecord("a1", "u1", "assistant", [text("Because.")], 1),
];

function fifo(path: string): string {
  const file = join(on.home, path);
  mkdirSync(dirname(file), { recursive: true });
  execFileSync("mkfifo", [file]);
  return file;
}

test.skipIf(process.platform === "win32")(
  "[IM18] FIFOs, devices and links are counted and never opened",
  async () => {
    on.write(CLAUDE_FILE, session);
    fifo(CLAUDE_FILE.replace("1111.jsonl", "2222.jsonl"));
    symlinkSync("/dev/zero", join(on.home, CLAUDE_FILE.replace("1111.jsonl", "3333.jsonl")));
    symlinkSync(on.home, join(on.home, ".claude/projects/around"));
    expect(await on.run("claude-code")).toMatchObject({
      found: 1,
      imported: { thoughts: 1 },
      skipped: { "symbolic link": 2, "not a regular file": 1 },
    });
    const places = ["named.jsonl", "named.json", ".config/Cursor/User/globalStorage/state.vscdb"];
    const databases = [".local/share/opencode/opencode.db", ".codex/sessions/rollout-1.jsonl"];
    const [lines, document] = [...places, ...databases].map(fifo);
    for (const source of [lines, document, "/dev/zero", "/dev/null", "cursor", "opencode", "codex"])
      expect(await on.run(source!)).toMatchObject({ found: 0, sessions: [] });
    on.write(".gemini/tmp/shop/chats/session-1.jsonl", [
      { sessionId: "g1", projectHash: "h" },
      { id: "m1", type: "gemini", content: "An answer" },
    ]);
    fifo(".gemini/tmp/shop/.project_root");
    expect(await on.run("gemini-cli")).toMatchObject({ found: 1, imported: { thoughts: 1 } });
  },
);

test("[IM9] a value that is nested too deeply costs its own thought only", async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const step = (id: string, more = "") =>
    `{"step_id":1,"source":"agent","message":"${id}","extra":{"id":"${id}","seq":1,"number":1${more}}}`;
  const file = on.write(
    "run.json",
    `{"schema_version":"ATIF-v1.7","session_id":"r","steps":[${step("one", `,"critique":${deep}`)},${step("two")}]}`,
  );
  expect(await on.run(file)).toMatchObject({
    imported: { thoughts: 1 },
    skipped: { "unreadable record": 1 },
  });
});

test("[IM9] an empty file and the parts of a Thoughtbox session are no unknown formats", async () => {
  expect(await on.run(on.write("empty.jsonl", ""))).toMatchObject({ skipped: { "empty file": 1 } });
  const folder = "data/projects/lab/sessions/2026-10/tb";
  on.write(`${folder}/manifest.json`, "{}");
  on.write(`${folder}/001.json`, JSON.stringify({ data: { thought: "One", thoughtNumber: 1 } }));
  on.write(`${folder}/branches/alt/001.json`, JSON.stringify({ data: { thought: "Two" } }));
  expect(await on.run(join(on.home, "data"))).toMatchObject({ imported: { thoughts: 2 }, skipped: {} });
});

const item = (type: string, payload: object) => ({ timestamp: "2026-10-30T10:00:00.000Z", type, payload });
const done = (of: object) => item("event_msg", { type: "item_completed", item: of });

test("[IM10] what an event, a completed item and an answer's item all say is one thought", async () => {
  on.write(".codex/sessions/rollout-x.jsonl", [
    item("session_meta", { id: "x", cwd: "/w/api" }),
    done({ type: "Reasoning", id: "r", summary_text: ["Look first"] }),
    item("event_msg", { type: "agent_reasoning", text: "Look first" }),
    item("response_item", { type: "reasoning", summary: [{ type: "summary_text", text: "Look first" }] }),
    done({ type: "AgentMessage", id: "m", content: [{ type: "Text", text: "Done." }] }),
    item("event_msg", { type: "agent_message", message: "Done." }),
    item("response_item", {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "Done." }],
    }),
  ]);
  await on.run("codex");
  expect(await on.thoughts("codex-x")).toEqual(["main reasoning: Look first", "main prose: Done."]);
});

test("[IM10] completed operations are evidence, unless they complete a call of the model", async () => {
  const call = (id: string, command: string[]) =>
    item("response_item", {
      type: "function_call",
      name: "shell",
      call_id: id,
      arguments: JSON.stringify({ command }),
    });
  on.write(".codex/sessions/rollout-x.jsonl", [
    item("session_meta", { id: "x", cwd: "/w/api" }),
    call("c1", ["bash", "-lc", "npm test"]),
    item("response_item", { type: "function_call_output", call_id: "c1", output: "Exit code: 1" }),
    done({ type: "CommandExecution", id: "c1", command: ["bash", "-lc", "npm test"], exit_code: 1 }),
    done({ type: "command_execution", id: "i7", command: "npm test", exit_code: 1, status: "completed" }),
    done({ type: "command_execution", id: "i8", command: "make", exit_code: 2, status: "failed" }),
    done({ type: "FileChange", id: "i9", changes: [{ path: "src/a.ts", kind: "update" }] }),
    done({ type: "mcp_tool_call", id: "i10", tool: "fetch", arguments: { url: "https://a.example/" } }),
    item("event_msg", { type: "agent_message", message: "Seen." }),
  ]);
  await on.run("codex");
  const [seen] = await on.store.thoughts("codex-x", {});
  expect(seen!.evidence!.map(({ ref }) => ref)).toEqual([
    "cmd: bash -lc npm test => 1",
    "cmd: make => 2",
    "src/a.ts",
    "https://a.example/",
  ]);
  expect(seen!.metadata.tools).toEqual({ shell: 2, apply_patch: 1, fetch: 1 });
});

test.runIf(canReadZstd)("[IM10] a compressed rollout that is cut is read as far as it goes", async () => {
  const said = Array.from({ length: 2000 }, (_, n) =>
    item("event_msg", { type: "agent_message", message: `Answer ${n} ${Math.sin(n)}` }),
  );
  const lines = [item("session_meta", { id: "x", cwd: "/w/api" }), ...said];
  const packed = zlib.zstdCompressSync(Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join("")));
  const file = on.write(".codex/sessions/rollout-x.jsonl.zst", "");
  appendFileSync(file, packed.subarray(0, packed.length - 100));
  // A reader that waits sees as many lines as one that does not.
  const linesRead = async (waitMs: number) => {
    let count = 0;
    for await (const _ of readLines(file)) if (++count % 100 === 0) await delay(waitMs);
    return count;
  };
  expect(await linesRead(10)).toBe(await linesRead(0));
  const { imported, skipped } = await on.run("codex");
  expect(imported.thoughts).toBeGreaterThan(1000);
  expect(skipped).toMatchObject({ "incomplete compressed file": 1 });
  expect((await on.store.session("codex-x"))!.status).toBe("active");
  appendFileSync(file, packed.subarray(packed.length - 100));
  expect(await on.run("codex")).toMatchObject({ updated: 1, skipped: {} });
  expect((await on.store.session("codex-x"))!.thoughtCount).toBe(2000);
});

test("[IM13] opencode sessions that are each other's parents are imported", async () => {
  const file = join(on.home, "opencode.db");
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  db.exec(`CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, title TEXT);
    CREATE TABLE message (id TEXT, session_id TEXT, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);
    INSERT INTO session VALUES ('a', 'b', '/w', 'A'), ('b', 'a', '/w', 'B'), ('c', 'c', '/w', 'C');
    INSERT INTO message SELECT 'm' || id, id, '{"role":"assistant"}' FROM session;
    INSERT INTO part SELECT 'p' || id, 'm' || id, id, '{"type":"text","text":"Hello."}' FROM session`);
  expect(await on.run(file)).toMatchObject({ found: 2, imported: { thoughts: 3, branches: 1 } });
});

test("[IM9] one unreadable transcript does not hide the others", async () => {
  on.write(CLAUDE_FILE, session);
  // Beside the session in old versions; its records name the session.
  mkdirSync(join(on.home, dirname(CLAUDE_FILE), "agent-x.jsonl"));
  on.write(".claude/projects/-w-shop/not-a-session.jsonl", "\u0000\u0001 nothing\n");
  expect(await on.run("claude-code")).toMatchObject({
    imported: { sessions: 1 },
    skipped: { "invalid JSON": 1, "session without thoughts": 1 },
  });
  expect(await on.store.session(`claude-code-${CLAUDE_SESSION}`)).toBeDefined();
});

test.skipIf(process.platform === "win32")(
  "[IM12] the copy of a database has no name while it is read",
  async () => {
    const file = join(on.home, "state.vscdb");
    const original = new DatabaseSync(file);
    onTestFinished(() => original.close());
    original.exec("PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (7)");
    const before = process.env.TMPDIR;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    process.env.TMPDIR = mkdtempSync(join(on.home, "tmp-"));
    const { db, close } = await openDatabaseCopy(file);
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
    expect(db.prepare("SELECT b FROM a").get()).toEqual({ b: 7 });
    await close();
  },
);

test("[IM19] a record of 20 MB is imported, and one that has too many parts is skipped", async () => {
  on.write(CLAUDE_FILE, [
    ...session,
    claudeRecord(
      "a2",
      "a1",
      "assistant",
      [text("Before."), { type: "image", source: { data: "A".repeat(20_000_000) } }, text("After.")],
      2,
    ),
    claudeRecord(
      "a3",
      "a2",
      "assistant",
      Array.from({ length: 300_000 }, (_, at) => text(`Part ${at}`)),
      3,
    ),
  ]);
  expect(await on.run("claude-code")).toMatchObject({
    imported: { thoughts: 3 },
    skipped: { "line over 8 MB": 1 },
  });
  expect(await on.thoughts(`claude-code-${CLAUDE_SESSION}`)).toEqual([
    "main prose: Because.",
    "main prose: Before.",
    "main prose: After.",
  ]);
});
