import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { DatabaseSync } from "../files/sqlite.ts";
import { exportJson } from "../ledger/index.ts";
import { allThoughts } from "../store/port.ts";
import {
  CLAUDE_FILE,
  CLAUDE_SESSION,
  claudeRecord,
  type ImportFixture,
  openImportFixture,
  text,
  thinking,
  toolResult,
  toolUse,
} from "./fixtures.ts";

let on: ImportFixture;
beforeEach(async () => {
  on = await openImportFixture();
  onTestFinished(on.close);
});

const CLAUDE_ID = `claude-code-${CLAUDE_SESSION}`;
const at = (minute: number) => `2026-10-30T10:${String(minute).padStart(2, "0")}:00.000Z`;
const evidenceIn = async (id: string) =>
  (await on.store.thoughts(id, {})).flatMap(({ evidence = [] }) => evidence.map(({ ref }) => ref));

test("[IM6] a thought longer than a batch is imported, also if it is the only one", async () => {
  const long = "All of this is one thought. ".repeat(60_000);
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "Go", 0),
    claudeRecord("a1", "u1", "assistant", [thinking(long)], 1),
  ]);
  expect(await on.run("claude-code")).toMatchObject({ imported: { sessions: 1, thoughts: 1 } });
  const [thought] = await on.store.thoughts(CLAUDE_ID, {});
  expect(thought!.content.length).toBeGreaterThan(500_000);
});

test("[IM6] the exit code of a command is part of the evidence, as each program keeps it", async () => {
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "Go", 0),
    claudeRecord("a1", "u1", "assistant", [toolUse("t1", "Bash", { command: "npm test" })], 1),
    claudeRecord("u2", "a1", "user", [toolResult("t1", "Exit code 127\nnot found", true)], 2),
    claudeRecord("a2", "u2", "assistant", [text("It failed.")], 3),
  ]);
  await on.run("claude-code");
  expect(await evidenceIn(CLAUDE_ID)).toEqual(["cmd: npm test => 127"]);

  const item = (payload: object) => ({ timestamp: at(1), type: "response_item", payload });
  const call = (name: string, id: string, input: object) =>
    item({ type: "function_call", name, call_id: id, arguments: JSON.stringify(input) });
  const output = (id: string, said: string) =>
    item({ type: "function_call_output", call_id: id, output: said });
  const patch = "*** Begin Patch\n*** Update File: src/loop.rs\n@@\n-a\n+b\n*** End Patch";
  const file = on.write("rollout-x.jsonl", [
    { timestamp: at(0), type: "session_meta", payload: { id: "x", cwd: "/w/api" } },
    call("shell", "c1", { command: ["cargo", "test"] }),
    output("c1", "Exit code: 101\nWall time: 2 seconds\nOutput:\nboom"),
    call("exec_command", "c2", { cmd: "make" }),
    output("c2", "Chunk ID: 5\nProcess exited with code 2\nOutput:"),
    item({ type: "custom_tool_call", name: "apply_patch", call_id: "c3", input: patch }),
    item({ type: "custom_tool_call_output", call_id: "c3", output: '{"metadata":{"exit_code":0}}' }),
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
    { timestamp: at(2), type: "event_msg", payload: { type: "exec_command_end" } },
    { timestamp: at(2), type: "event_msg", payload: { type: "dance" } },
  ]);
  expect(await on.run(file)).toMatchObject({ skipped: { "unknown record": 1 } });
  expect(await evidenceIn("codex-x")).toEqual(["cmd: cargo test => 101", "cmd: make => 2", "src/loop.rs"]);
});

test("[IM13] opencode: every answer of a question is a decision; rows are in the order of their times", async () => {
  const file = join(on.home, "opencode.db");
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  db.exec(`CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, title TEXT);
    CREATE TABLE message (id TEXT, session_id TEXT, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, data TEXT);
    INSERT INTO session VALUES ('ses_1', NULL, '/w/shop', 'Choose')`);
  db.prepare("INSERT INTO message VALUES ('m', 'ses_1', ?)").run(JSON.stringify({ role: "assistant" }));
  const part = (id: string, minute: number, data: object) =>
    db
      .prepare("INSERT INTO part VALUES (?, 'm', 'ses_1', ?, ?)")
      .run(id, Date.parse(at(minute)), JSON.stringify(data));
  part("z", 1, { type: "reasoning", text: "First." });
  part("y", 2, {
    type: "tool",
    tool: "bash",
    state: { status: "completed", input: { command: "ls /nope" }, metadata: { exit: 2 } },
  });
  part("x", 3, {
    type: "tool",
    tool: "question",
    state: {
      status: "completed",
      input: {
        questions: [
          { question: "Which?", options: [{ label: "A" }, { label: "B" }] },
          { question: "Now?", options: [{ label: "Yes" }, { label: "No" }] },
        ],
      },
      metadata: { answers: [["B"], ["No"]] },
    },
  });
  expect(await on.run(file)).toMatchObject({ imported: { thoughts: 3, decisions: 2 } });
  expect(await on.thoughts("opencode-ses_1")).toEqual([
    "main reasoning: First.",
    "main decision: Decision: B",
    "main decision: Decision: No",
  ]);
  expect(await evidenceIn("opencode-ses_1")).toEqual(["cmd: ls /nope => 2"]);
});

test("[IM12] Cursor: agent transcripts of older versions are plain text", async () => {
  on.write(
    ".cursor/projects/w-shop/agent-transcripts/old-1.txt",
    `user:
<user_query>
Why is it slow?
</user_query>

assistant:
[Thinking] The index may be missing.
It was there before.
[Tool call] Read
  path: schema.sql
[Tool result] Read
assistant: is only text in a result

assistant:
The index is missing.
`,
  );
  expect(await on.run("cursor")).toMatchObject({
    sessions: [{ id: "cursor-old-1", title: "Why is it slow?", thoughts: 2 }],
  });
  expect(await on.thoughts("cursor-old-1")).toEqual([
    "main reasoning: The index may be missing.",
    "main prose: The index is missing.",
  ]);
});

test("[IM6] a title is the person's, the program's, a summary of this session, the prompt or the first thought", async () => {
  const said = claudeRecord("a1", null, "assistant", [text("The cache is cold.")], 1);
  const titleOf = async () => (await on.run("claude-code")).sessions[0]!.title;
  const add = (record: object) => appendFileSync(join(on.home, CLAUDE_FILE), `${JSON.stringify(record)}\n`);
  on.write(CLAUDE_FILE, [said]);
  expect(await titleOf()).toBe("The cache is cold.");
  on.write(CLAUDE_FILE, [claudeRecord("u1", null, "user", "Why so slow?", 0), said]);
  expect(await titleOf()).toBe("Why so slow?");
  add({ type: "summary", summary: "Cold cache", leafUuid: "a1" });
  add({ type: "summary", summary: "Of another session", leafUuid: "elsewhere" });
  expect(await titleOf()).toBe("Cold cache");
  add({ type: "ai-title", aiTitle: "A cold cache", sessionId: CLAUDE_SESSION });
  expect(await titleOf()).toBe("A cold cache");
  add({ type: "custom-title", customTitle: "Warm it", sessionId: CLAUDE_SESSION });
  expect(await on.run("claude-code")).toMatchObject({
    updated: 1,
    unchanged: 0,
    imported: { thoughts: 0 },
    sessions: [{ title: "Warm it" }],
  });
});

test("[IM6] numbers of thinking tools may be texts", async () => {
  const think = (id: string, input: object) =>
    toolUse(id, "mcp__sequential-thinking__sequentialthinking", { totalThoughts: "3", ...input });
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "Go", 0),
    claudeRecord("a1", "u1", "assistant", [think("t1", { thought: "One", thoughtNumber: "1" })], 1),
    claudeRecord(
      "a2",
      "a1",
      "assistant",
      [think("t2", { thought: "Not one", thoughtNumber: "2", isRevision: "true", revisesThought: "1" })],
      2,
    ),
    claudeRecord(
      "a3",
      "a2",
      "assistant",
      [think("t3", { thought: "Aside", thought_number: 2, branch_from_thought: 1, branch_id: "side" })],
      3,
    ),
  ]);
  await on.run("claude-code");
  const thoughts = await on.store.thoughts(CLAUDE_ID, {});
  const by = (content: string) => thoughts.find((thought) => thought.content === content)!;
  expect(by("Not one")).toMatchObject({ revises: 1 });
  expect(by("Aside")).toMatchObject({ branchId: "side", parentId: by("One").id });
});

test("[IM14] our own export keeps branches, marks, evidence and times", async () => {
  const files = [
    claudeRecord("u1", null, "user", "Go", 0),
    claudeRecord("a1", "u1", "assistant", [toolUse("t1", "Read", { file_path: "/w/shop/a.ts" })], 1),
    claudeRecord("u2", "a1", "user", [toolResult("t1", "x")], 2),
    claudeRecord("a2", "u2", "assistant", [thinking(""), text("It is a.ts.")], 3),
    claudeRecord(
      "a3",
      "a2",
      "assistant",
      [toolUse("t2", "AskUserQuestion", { questions: [{ question: "Fix it?", options: ["Yes", "No"] }] })],
      4,
    ),
    claudeRecord("u3", "a3", "user", [toolResult("t2", '"Fix it?"="Yes"')], 5),
  ];
  on.write(CLAUDE_FILE, files);
  await on.run("claude-code");
  const session = (await on.store.session(CLAUDE_ID))!;
  const pieces = await Array.fromAsync(exportJson(session, () => allThoughts(on.store, CLAUDE_ID), at(9)));
  const file = on.write("mine.json", pieces.join(""));
  expect(await on.run(file)).toMatchObject({ imported: { thoughts: 2, decisions: 1, hidden: 1 } });
  const [first, second] = await on.store.thoughts(`clew-${CLAUDE_ID}`, {});
  expect(first).toMatchObject({ createdAt: at(3), evidence: [{ ref: "/w/shop/a.ts" }] });
  expect(second).toMatchObject({
    marks: [expect.stringMatching(/^decision: Yes because/)],
    source: "import",
  });
});
