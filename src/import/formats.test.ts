import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import zlib from "node:zlib";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { DatabaseSync } from "../files/sqlite.ts";
import { type ImportFixture, openImportFixture } from "./fixtures.ts";
import { canReadZstd } from "./read-lines.ts";

let on: ImportFixture;
beforeEach(async () => {
  on = await openImportFixture();
  onTestFinished(on.close);
});

const at = (minute: number) => `2026-10-30T10:${String(minute).padStart(2, "0")}:00.000Z`;
const line = (minute: number, type: string, payload: object) => ({ timestamp: at(minute), type, payload });
const event = (minute: number, payload: object) => line(minute, "event_msg", payload);
const item = (minute: number, payload: object) => line(minute, "response_item", payload);
const said = (words: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: words }],
});
const user = (words: string) => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text: words }],
});

const ROLLOUT = ".codex/sessions/2026/10/30/rollout-2026-10-30T10-00-00-codex-1.jsonl";
const rollout = [
  line(0, "session_meta", { id: "codex-1", cwd: "/w/api", cli_version: "0.139.0", git: { branch: "dev" } }),
  line(0, "turn_context", { cwd: "/w/api", model: "gpt-6" }),
  item(0, user("<environment_context>x</environment_context>")),
  event(1, { type: "task_started" }),
  item(1, user("Why is it slow?")),
  event(1, { type: "user_message", message: "Why is it slow?" }),
  event(2, { type: "agent_reasoning", text: "**Profiling** first" }),
  item(2, {
    type: "reasoning",
    summary: [{ type: "summary_text", text: "**Profiling** first" }],
    encrypted_content: "x",
  }),
  item(2, { type: "function_call", name: "shell", arguments: '{"command":["npm","test"]}', call_id: "c1" }),
  item(3, {
    type: "function_call_output",
    call_id: "c1",
    output: '{"output":"bad","metadata":{"exit_code":1}}',
  }),
  item(4, { type: "reasoning", summary: [], encrypted_content: "hidden" }),
  event(5, { type: "agent_message", message: "The index is missing." }),
  item(5, said("The index is missing.")),
  event(5, {
    type: "token_count",
    info: { total_token_usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 9 } },
  }),
  line(6, "compacted", { message: "" }),
  event(6, { type: "task_complete" }),
];

test("[IM10] a Codex rollout: events and items that say the same are one thought", async () => {
  on.write(ROLLOUT, rollout);
  expect(await on.run("codex")).toMatchObject({
    found: 1,
    imported: { sessions: 1, thoughts: 2, hidden: 1 },
    sessions: [{ id: "codex-codex-1", nativeId: "codex-1", title: "Why is it slow?", project: "api" }],
  });
  expect(await on.thoughts("codex-codex-1")).toEqual([
    "main reasoning: **Profiling** first",
    "main prose: The index is missing.",
  ]);
  expect((await on.store.thoughts("codex-codex-1", {}))[1]).toMatchObject({
    author: "gpt-6",
    metadata: { tools: { shell: 1 } },
    evidence: [{ kind: "command", command: "npm test", exitCode: 1 }],
  });
  expect(await on.store.session("codex-codex-1")).toMatchObject({
    status: "completed",
    metadata: { gitBranch: "dev", tokens: { input: 60, cacheRead: 40, output: 9 }, compactions: [{}] },
  });
});

test("[IM10] turns that Codex took back are a branch", async () => {
  on.write(ROLLOUT, [
    ...rollout,
    item(7, user("Drop it")),
    item(8, said("Dropped.")),
    event(9, { type: "thread_rolled_back", num_turns: 1 }),
    item(10, user("Add it")),
    item(11, said("Added.")),
  ]);
  await on.run("codex");
  const thoughts = await on.thoughts("codex-codex-1");
  expect(thoughts.map((one) => one.replace(/rewind-\w+/, "rewind"))).toEqual([
    "main reasoning: **Profiling** first",
    "main prose: The index is missing.",
    "rewind prose: Dropped.",
    "main prose: Added.",
  ]);
});

test("[IM10] Codex files before September 2025 are bare items", async () => {
  on.write(ROLLOUT, [
    { id: "old-1", timestamp: at(0), instructions: null, git: { branch: "main" } },
    { record_type: "state" },
    user("Old question"),
    { type: "reasoning", summary: [{ type: "summary_text", text: "Old reasoning" }] },
    said("Old answer"),
  ]);
  expect(await on.run("codex")).toMatchObject({
    imported: { thoughts: 2 },
    sessions: [{ nativeId: "old-1" }],
  });
});

test.runIf(canReadZstd)(
  "[IM10] a compressed rollout is read, and found once beside its plain file",
  async () => {
    const packed = zlib.zstdCompressSync(
      Buffer.from(rollout.map((one) => `${JSON.stringify(one)}\n`).join("")),
    );
    const file = on.write(`${ROLLOUT}.zst`, "");
    appendFileSync(file, packed);
    expect(await on.run("codex")).toMatchObject({ found: 1, imported: { thoughts: 2 } });
    on.write(ROLLOUT, rollout);
    expect(await on.run("codex")).toMatchObject({ found: 1, imported: { thoughts: 0 } });
  },
);

const GEMINI = ".gemini/tmp/shop/chats/session-2026-10-30T10-00-gem1.jsonl";

test("[IM11] Gemini CLI: messages are updated in place, and what a rewind removes is a branch", async () => {
  on.write(".gemini/tmp/shop/.project_root", "/w/shop\n");
  const message = (id: string, minute: number, more: object) => ({
    id,
    timestamp: at(minute),
    type: "gemini",
    model: "gemini-3",
    ...more,
  });
  const call = { id: "c", name: "read_file", args: { path: "a.ts" } };
  on.write(GEMINI, [
    { sessionId: "gem-1", projectHash: "abc", startTime: at(0), lastUpdated: at(0) },
    { id: "u1", timestamp: at(0), type: "user", content: [{ text: "Explain it" }] },
    message("m1", 1, {
      content: "",
      thoughts: [{ subject: "Look", description: "at a.ts", timestamp: at(1) }],
      toolCalls: [call],
    }),
    message("m1", 1, {
      content: "It is a cache.",
      thoughts: [{ subject: "Look", description: "at a.ts", timestamp: at(1) }],
      toolCalls: [{ ...call, status: "success", result: [] }],
      tokens: { input: 50, cached: 20, output: 5, thoughts: 7, total: 62 },
    }),
    { id: "u2", timestamp: at(2), type: "user", content: "Wrong turn" },
    message("m2", 3, { content: "Taken back", tokens: { thoughts: 4 } }),
    { $rewindTo: "u2" },
    { id: "u3", timestamp: at(4), type: "user", content: "Right turn" },
    message("m3", 5, { content: "Kept" }),
    { $set: { summary: "The cache explained" } },
  ]);
  expect(await on.run("gemini-cli")).toMatchObject({
    imported: { thoughts: 4, branches: 1, hidden: 1 },
    sessions: [{ id: "gemini-cli-gem-1", title: "The cache explained", project: "shop" }],
  });
  expect((await on.thoughts("gemini-cli-gem-1")).map((one) => one.replace(/rewind-\w+/, "rewind"))).toEqual([
    "main reasoning: Look",
    "main prose: It is a cache.",
    "rewind prose: Taken back",
    "main prose: Kept",
  ]);
  expect((await on.store.session("gemini-cli-gem-1"))!.metadata).toMatchObject({
    tokens: { input: 30, cacheRead: 20, output: 5, reasoning: 11 },
    toolCalls: { read_file: 1 },
  });
});

test("[IM11] an older Gemini CLI session is one JSON document", async () => {
  on.write(
    GEMINI.replace(".jsonl", ".json"),
    JSON.stringify({
      sessionId: "gem-0",
      projectHash: "abc",
      startTime: at(0),
      messages: [
        { id: "u", timestamp: at(0), type: "user", content: "2+2?" },
        { id: "m", timestamp: at(1), type: "gemini", content: "4" },
      ],
    }),
  );
  expect(await on.run("gemini-cli")).toMatchObject({
    imported: { thoughts: 1 },
    sessions: [{ nativeId: "gem-0", title: "2+2?" }],
  });
});

function database(path: string): DatabaseSync {
  const file = join(on.home, path);
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

test("[IM12] Cursor: only conversations are read, also from the write-ahead log of an open database", async () => {
  const db = database(".config/Cursor/User/globalStorage/state.vscdb");
  db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB);
    CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`);
  const put = (key: string, value: object) =>
    db.prepare("INSERT INTO cursorDiskKV VALUES (?, ?)").run(key, Buffer.from(JSON.stringify(value)));
  db.prepare("INSERT INTO ItemTable VALUES ('cursorAuth/accessToken', 'very-secret')").run();
  put("composerData:c1", {
    _v: 10,
    composerId: "c1",
    name: "Rename it",
    createdAt: Date.parse(at(0)),
    lastUpdatedAt: Date.parse(at(9)),
    fullConversationHeadersOnly: [
      { bubbleId: "b1", type: 1 },
      { bubbleId: "b2", type: 2 },
      { bubbleId: "b3", type: 2 },
      { bubbleId: "gone", type: 2 },
    ],
  });
  put("bubbleId:c1:b1", { type: 1, text: "Rename the class" });
  put("bubbleId:c1:b2", {
    type: 2,
    text: "",
    thinking: { text: "Find its uses" },
    toolFormerData: { name: "grep", rawArgs: '{"path":"src"}', status: "completed" },
    createdAt: at(2),
  });
  put("bubbleId:c1:b3", { type: 2, text: "Renamed.", createdAt: at(3) });
  expect(await on.run("cursor")).toMatchObject({
    imported: { sessions: 1, thoughts: 2 },
    skipped: { "missing message": 1 },
    sessions: [{ id: "cursor-c1", title: "Rename it" }],
  });
  expect(await on.thoughts("cursor-c1")).toEqual(["main reasoning: Find its uses", "main prose: Renamed."]);
  expect(JSON.stringify(await on.store.session("cursor-c1"))).not.toContain("very-secret");
});

test("[IM12] Cursor's agent transcripts have no times: the file's time is theirs", async () => {
  on.write(".cursor/projects/w-shop/agent-transcripts/t1/t1.jsonl", [
    { role: "user", message: { content: [{ type: "text", text: "<user_query>\nFix it\n</user_query>" }] } },
    {
      role: "assistant",
      message: {
        content: [
          { type: "text", text: "Looking." },
          { type: "tool_use", name: "Grep", input: {} },
        ],
      },
    },
    { role: "assistant", message: { content: [{ type: "text", text: "Fixed." }] } },
    { type: "turn_ended", status: "success" },
  ]);
  expect(await on.run("cursor")).toMatchObject({
    imported: { thoughts: 2 },
    sessions: [{ title: "Fix it" }],
  });
  expect((await on.store.session("cursor-t1"))!.status).toBe("completed");
});

test("[IM13] opencode: sessions of subagents are branches of the session that started them", async () => {
  const db = database(".local/share/opencode/opencode.db");
  db.exec(`CREATE TABLE session (id TEXT, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, time_created INT, time_updated INT);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT)`);
  const now = Date.parse(at(1));
  const session = db.prepare("INSERT INTO session VALUES (?, 'p', ?, '/w/shop', ?, ?, ?)");
  session.run("ses_1", null, "Speed it up", now, now);
  session.run("ses_2", "ses_1", "child", now, now);
  const message = (id: string, of: string, data: object) =>
    db.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?)").run(id, of, now, now, JSON.stringify(data));
  const part = (id: string, of: string, ses: string, data: object) =>
    db.prepare("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)").run(id, of, ses, now, now, JSON.stringify(data));
  const assistant = {
    role: "assistant",
    modelID: "m",
    cost: 0.5,
    time: { created: now, completed: now },
    tokens: { input: 5, output: 2, cache: { read: 1, write: 0 } },
  };
  message("msg_1", "ses_1", { role: "user" });
  part("prt_1", "msg_1", "ses_1", { type: "text", text: "Make it fast" });
  message("msg_2", "ses_1", assistant);
  part("prt_2", "msg_2", "ses_1", { type: "reasoning", text: "Measure first" });
  part("prt_3", "msg_2", "ses_1", {
    type: "tool",
    tool: "task",
    callID: "c",
    state: { status: "completed", input: {}, metadata: { sessionId: "ses_2" } },
  });
  part("prt_4", "msg_2", "ses_1", { type: "text", text: "It is faster." });
  message("msg_3", "ses_2", assistant);
  part("prt_5", "msg_3", "ses_2", { type: "text", text: "Found the loop." });
  expect(await on.run("opencode")).toMatchObject({ found: 1, imported: { thoughts: 3, branches: 1 } });
  const thoughts = await on.store.thoughts("opencode-ses_1", {});
  const by = (content: string) => thoughts.find((thought) => thought.content === content)!;
  expect(by("Found the loop.")).toMatchObject({ branchId: "agent-ses_2", parentId: by("Measure first").id });
  expect((await on.store.session("opencode-ses_1"))!.metadata).toMatchObject({
    cost: 1,
    tokens: { input: 10, cacheRead: 2 },
  });
});

test("[IM14] a Thoughtbox data folder, an ATIF file and our own export", async () => {
  const folder = ".thoughtbox/projects/lab/sessions/2026-10/tb-1";
  on.write(
    `${folder}/manifest.json`,
    JSON.stringify({ id: "tb-1", metadata: { title: "Lab", createdAt: at(0), updatedAt: at(2) } }),
  );
  const data = (n: number, more: object = {}) =>
    JSON.stringify({
      id: `n${n}`,
      data: { thought: `step ${n}`, thoughtNumber: n, timestamp: at(n), nextThoughtNeeded: n < 2, ...more },
    });
  on.write(`${folder}/001.json`, data(1));
  on.write(`${folder}/002.json`, data(2));
  on.write(`${folder}/branches/alt/001.json`, data(2, { branchFromThought: 1, branchId: "alt" }));
  expect(await on.run("thoughtbox")).toMatchObject({
    imported: { thoughts: 3, branches: 1 },
    sessions: [{ project: "lab", title: "Lab" }],
  });

  const atif = on.write(
    "run.json",
    JSON.stringify({
      schema_version: "ATIF-v1.7",
      session_id: "run-1",
      agent: { name: "a", version: "1", model_name: "m" },
      steps: [
        { step_id: 1, timestamp: at(0), source: "user", message: "Solve it" },
        {
          step_id: 2,
          timestamp: at(1),
          source: "agent",
          message: "Solved.",
          reasoning_content: "Think.",
          tool_calls: [],
          metrics: { cost_usd: 0.1 },
        },
      ],
    }),
  );
  expect(await on.run(atif)).toMatchObject({
    imported: { thoughts: 2 },
    sessions: [{ id: "atif-run-1", title: "Solve it" }],
  });

  const exported = on.write(
    "mine.json",
    JSON.stringify({
      version: "1.0",
      session: { id: "mine", title: "Mine", project: "home", status: "active" },
      nodes: [
        { id: "1", thought: { number: 1, content: "a", timestamp: at(0) }, prev: null, next: ["2", "3"] },
        { id: "2", thought: { number: 2, content: "b", timestamp: at(1) }, prev: "1", next: [] },
        {
          id: "3",
          thought: { number: 2, content: "c", timestamp: at(2), branchId: "x" },
          prev: "1",
          next: [],
          branchOrigin: "1",
        },
      ],
    }),
  );
  expect(await on.run(exported)).toMatchObject({
    imported: { thoughts: 3, branches: 1 },
    sessions: [{ project: "home" }],
  });
});

test("[IM9] counts files that are not transcripts, and reads a mixed folder file by file", async () => {
  on.write(ROLLOUT, rollout);
  on.write("x/broken.json", "{");
  on.write("x/other.jsonl", [{ hello: 1 }]);
  on.write("x/binary.db", "SQLite format 3\0 but not really");
  const report = await on.run(on.home);
  expect(report).toMatchObject({ found: 1, imported: { thoughts: 2 } });
  expect(report.skipped["unknown format"]).toBe(1);
});
