import { mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { DatabaseSync } from "../files/sqlite.ts";
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

const ID = `claude-code-${CLAUDE_SESSION}`;
let on: ImportFixture;
beforeEach(async () => {
  on = await openImportFixture();
  onTestFinished(on.close);
});

const boundary = (uuid: string, logicalParentUuid: string, minute: number) => ({
  type: "system",
  subtype: "compact_boundary",
  uuid,
  parentUuid: null,
  logicalParentUuid,
  timestamp: `2026-10-30T10:${String(minute).padStart(2, "0")}:00.000Z`,
  compactMetadata: { trigger: "manual" },
});

test("[IM7] records of one message end a session together: reasoning, then prose", async () => {
  const apart = (uuid: string, parent: string, block: object, more = {}) =>
    claudeRecord(uuid, parent, "assistant", "", 1, {
      message: { id: "m1", role: "assistant", content: [block], ...more },
    });
  const start = claudeRecord("u1", null, "user", "start", 0);
  on.write(CLAUDE_FILE, [start, apart("a1", "u1", thinking("hm")), apart("a2", "a1", text("Done."))]);
  await on.run("claude-code");
  expect((await on.store.session(ID))!.status).toBe("completed");
  const other = CLAUDE_FILE.replaceAll("1111-4111", "1111-4222");
  on.write(other, [
    start,
    apart("a1", "u1", thinking("hm")),
    apart("a2", "a1", text("I look."), { stop_reason: "tool_use" }),
  ]);
  await on.run("claude-code");
  expect((await on.store.session(ID.replace("1111-4111", "1111-4222")))!.status).toBe("active");
});

test("[IM8] a second compaction that repeats records and links to summarized ones does not count as a rewind", async () => {
  const first = [
    claudeRecord("u1", null, "user", "one", 0),
    claudeRecord("a1", "u1", "assistant", [text("first")], 1),
  ];
  on.write(CLAUDE_FILE, [
    ...first,
    boundary("c1", "a1", 2),
    claudeRecord("s1", "c1", "user", "summary", 2, { isCompactSummary: true }),
    claudeRecord("u2", "s1", "user", "two", 3),
    claudeRecord("a2", "u2", "assistant", [text("second")], 4),
    // The second compaction in one process appends the summarized records again and continues behind them.
    ...first,
    { type: "system", subtype: "stop_hook_summary", uuid: "h1", parentUuid: "a1" },
    boundary("c2", "h1", 5),
    claudeRecord("s2", "c2", "user", "summary", 5, { isCompactSummary: true }),
    claudeRecord("u3", "a1", "user", "three", 6),
    claudeRecord("a3", "u3", "assistant", [text("third")], 7),
    claudeRecord("u4", "u3", "user", "four", 8),
    claudeRecord("a4", "u4", "assistant", [text("fourth")], 9),
  ]);
  expect(await on.run("claude-code")).toMatchObject({ skipped: { "duplicate record": 2 } });
  const thoughts = await on.thoughts(ID);
  expect(thoughts.map((one) => one.replace(/rewind-\w+/, "rewind"))).toEqual([
    "main prose: first",
    "main prose: second",
    "rewind prose: third",
    "main prose: fourth",
  ]);
});

test("[IM8] agents of two workflow runs with one id are two branches, and copies of the session's records are left out", async () => {
  const session = [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [text("I ask agents")], 1),
  ];
  on.write(CLAUDE_FILE, session);
  const side = { isSidechain: true, agentId: "x" };
  for (const run of ["w1", "w2"])
    on.write(CLAUDE_FILE.replace(".jsonl", `/subagents/workflows/${run}/agent-x.jsonl`), [
      ...session,
      claudeRecord(`${run}-1`, "a1", "assistant", [text(`agent of ${run}`)], 2, side),
    ]);
  expect(await on.run("claude-code")).toMatchObject({
    found: 1,
    imported: { thoughts: 3, branches: 2 },
    skipped: { "duplicate record": 4 },
  });
  expect(await on.thoughts(ID)).toEqual([
    "main prose: I ask agents",
    "agent-x prose: agent of w1",
    "agent-x-2 prose: agent of w2",
  ]);
});

test("[IM6] parallel questions are decisions of the main line, and secrets in their options are redacted", async () => {
  const ask = (id: string, question: string) =>
    toolUse(id, "AskUserQuestion", {
      questions: [{ question, options: [{ label: "sk-abcdefghijklmnopqrstuvwxyz123456" }, { label: "no" }] }],
    });
  const part = (uuid: string, parent: string, block: object) =>
    claudeRecord(uuid, parent, "assistant", "", 1, {
      message: { id: "m1", role: "assistant", content: [block] },
    });
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    part("a1", "u1", ask("t1", "Use it?")),
    part("a2", "a1", ask("t2", "Sure?")),
    claudeRecord("r1", "a1", "user", [toolResult("t1", 'Answers: "Use it?"="no".')], 2),
    claudeRecord("r2", "a2", "user", [toolResult("t2", 'Answers: "Sure?"="no".')], 2),
    claudeRecord("a3", "r2", "assistant", [text("Then not.")], 3),
  ]);
  expect(await on.run("claude-code")).toMatchObject({ imported: { decisions: 2, branches: 0 } });
  expect(JSON.stringify(await on.store.thoughts(ID, {}))).not.toContain("sk-abc");
});

test("[IM2] a session in two places is imported once, from the file that went on", async () => {
  const lines = [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [text("first")], 1),
  ];
  const old = on.write(CLAUDE_FILE, lines);
  utimesSync(old, 1_700_000_000, 1_700_000_000);
  on.write(CLAUDE_FILE.replace("-w-shop", "-w-moved"), [
    ...lines,
    claudeRecord("a2", "a1", "assistant", [text("second")], 2),
  ]);
  const report = await on.run("claude-code");
  expect(report).toMatchObject({ found: 1, skipped: { "older copy of a session": 1 } });
  expect(report.sessions).toHaveLength(1);
  expect(await on.run("claude-code")).toMatchObject({ found: 1, unchanged: 1 });
});

const at = (minute: number) => `2026-10-30T10:${String(minute).padStart(2, "0")}:00.000Z`;
const codex = (minute: number, type: string, payload: object) => ({ timestamp: at(minute), type, payload });
const event = (minute: number, payload: object) => codex(minute, "event_msg", payload);
const item = (minute: number, payload: object) => codex(minute, "response_item", payload);
const said = (words: string) => ({ type: "message", role: "assistant", content: [{ text: words }] });
const ROLLOUT = ".codex/sessions/2026/10/30/rollout-2026-10-30T10-00-00-";

test("[IM10] events may come before or after their items, and rate limits alone do not reset the tokens", async () => {
  on.write(`${ROLLOUT}c1.jsonl`, [
    codex(0, "session_meta", { id: "c1", cwd: "/w/api" }),
    event(1, { type: "user_message", message: "Why?" }),
    event(2, { type: "agent_message", message: "One." }),
    event(2, { type: "agent_message", message: "Two." }),
    item(2, said("One.")),
    item(2, said("Two.")),
    item(3, { type: "reasoning", summary: [], encrypted_content: "x" }),
    event(3, { type: "agent_reasoning", text: "Readable after all" }),
    item(4, { type: "reasoning", summary: [], encrypted_content: "x" }),
    event(4, { type: "token_count", info: { total_token_usage: { input_tokens: 7, output_tokens: 3 } } }),
    event(5, { type: "token_count", info: null, rate_limits: {} }),
    codex(6, "compacted", { message: "", replacement_history: [] }),
    event(6, { type: "context_compacted" }),
    item(6, { type: "compaction", encrypted_content: "x" }),
    item(7, said("One.")),
  ]);
  expect(await on.run("codex")).toMatchObject({ imported: { thoughts: 4, hidden: 1 } });
  expect(await on.store.session("codex-c1")).toMatchObject({
    metadata: { tokens: { input: 7, output: 3 }, compactions: [{ at: at(6) }], hiddenReasoning: 1 },
  });
});

test("[IM10] a rollout that begins with a copy of another one is a session of its own", async () => {
  const ids = ["0199aaaa-0000-7000-8000-000000000001", "0199aaaa-0000-7000-8000-000000000002"];
  const meta = codex(0, "session_meta", { id: ids[0], cwd: "/w/api" });
  on.write(`${ROLLOUT}${ids[0]}.jsonl`, [meta, item(1, said("Shared.")), item(2, said("Of the first."))]);
  on.write(`${ROLLOUT}${ids[1]}.jsonl`, [meta, item(1, said("Shared.")), item(2, said("Of the second."))]);
  expect(await on.run("codex")).toMatchObject({ found: 2, imported: { sessions: 2, thoughts: 4 } });
  expect(await on.thoughts(`codex-${ids[1]}`)).toContain("main prose: Of the second.");
});

test("[IM10] tokens of a subagent add to those of its session, and an old file names its folder in the context", async () => {
  const tokens = (input: number) =>
    event(3, { type: "token_count", info: { total_token_usage: { input_tokens: input, output_tokens: 1 } } });
  on.write(`${ROLLOUT}p1.jsonl`, [
    { id: "p1", timestamp: at(0), instructions: null },
    {
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "<environment_context>\n<cwd>/w/old-api</cwd>\n" }],
    },
    said("From before."),
    tokens(10),
  ]);
  on.write(`${ROLLOUT}p2.jsonl`, [
    codex(1, "session_meta", {
      id: "p2",
      source: { subagent: { thread_spawn: { parent_thread_id: "p1" } } },
    }),
    item(2, said("As an agent.")),
    tokens(5),
  ]);
  expect(await on.run("codex")).toMatchObject({ found: 1, sessions: [{ project: "old-api" }] });
  expect(await on.store.session("codex-p1")).toMatchObject({
    metadata: { tokens: { input: 15, output: 2 } },
  });
});

test("[IM11] Gemini CLI: thinking tools are thoughts and no tools, and a session that ends in a tool call is unfinished", async () => {
  const file = ".gemini/tmp/shop/chats/session-2026-10-30T10-00-g1.jsonl";
  const call = (id: string, name: string, args: object, more = {}) => ({
    id,
    name,
    args,
    status: "success",
    timestamp: at(2),
    ...more,
  });
  on.write(file, [
    { sessionId: "g1", projectHash: "h", startTime: at(0) },
    { id: "m1", type: "user", content: "Which way?", timestamp: at(0) },
    {
      id: "m2",
      type: "gemini",
      content: [{ text: "Weighing.", thought: true }, { text: "Let me see." }],
      timestamp: at(1),
      toolCalls: [
        call("k1", "mcp_thinking_sequentialthinking", { thought: "one", thoughtNumber: 1 }),
        call("k2", "sequentialthinking", {
          thought: "one again",
          thoughtNumber: 2,
          isRevision: true,
          revisesThought: 1,
        }),
        call(
          "k3",
          "ask_user",
          { questions: [{ question: "Left?", options: [{ label: "yes" }, { label: "no" }] }] },
          { result: [{ functionResponse: { response: { output: '{"answers":{"0":"no"}}' } } }] },
        ),
      ],
    },
  ]);
  const report = await on.run("gemini-cli");
  expect(report).toMatchObject({ imported: { thoughts: 5, decisions: 1 }, sessions: [{ project: "shop" }] });
  expect(await on.thoughts("gemini-cli-g1")).toEqual([
    "main reasoning: Weighing.",
    "main prose: Let me see.",
    "main tool: one",
    "main tool: one again",
    "main decision: Decision: no",
  ]);
  expect((await on.store.thoughts("gemini-cli-g1", {}))[3]).toMatchObject({ isRevision: true });
  expect(await on.store.session("gemini-cli-g1")).toMatchObject({
    status: "active",
    metadata: { toolCalls: { ask_user: 1 } },
  });
});

test("[IM12] a Cursor message that is completed later is imported, and no file appears beside the database", async () => {
  const file = join(on.home, ".config/Cursor/User/globalStorage/state.vscdb");
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)");
  const put = (key: string, value: object) =>
    db.prepare("INSERT INTO cursorDiskKV VALUES (?, ?)").run(key, JSON.stringify(value));
  const time = Date.parse(at(0));
  put("composerData:c1", {
    composerId: "c1",
    createdAt: time,
    lastUpdatedAt: time,
    fullConversationHeadersOnly: [{ bubbleId: "b1", type: 2 }],
  });
  const think = { name: "mcp_think", rawArgs: "", params: '{"thought":"Weighed."}', status: "completed" };
  put("bubbleId:c1:b1", { type: 2, text: "", toolFormerData: think });
  expect(await on.run("cursor")).toMatchObject({ imported: { thoughts: 1 } });
  expect((await on.store.session("cursor-c1"))!.metadata.toolCalls).toBeUndefined();
  put("bubbleId:c1:b1", { type: 2, text: "Now with words.", toolFormerData: think });
  db.close();
  const before = statSync(file).mtimeMs;
  expect(await on.run("cursor")).toMatchObject({ imported: { thoughts: 1 }, updated: 1 });
  expect(readdirSync(dirname(file))).toEqual(["state.vscdb"]);
  expect(statSync(file).mtimeMs).toBe(before);
});

test("[IM2] two sessions with one id are both imported, and a copy of a session once", async () => {
  const other = (at: string, minute: number) => [
    claudeRecord(`${at}1`, null, "user", "Where?", minute, { cwd: `/${at}/shop` }),
    claudeRecord(`${at}2`, `${at}1`, "assistant", [text(`In ${at}`)], minute + 1, { cwd: `/${at}/shop` }),
  ];
  on.write(CLAUDE_FILE, other("w", 0));
  on.write(CLAUDE_FILE.replace("-w-shop", "-w-shop-moved"), other("w", 0));
  on.write(CLAUDE_FILE.replace("-w-shop", "-srv-shop"), other("srv", 10));
  const first = await on.run("claude-code");
  expect(first).toMatchObject({
    imported: { sessions: 2, thoughts: 2 },
    skipped: { "older copy of a session": 1 },
  });
  expect(new Set(first.sessions.map(({ id }) => id)).size).toBe(2);
  expect(first.sessions.map(({ nativeId }) => nativeId)).toEqual([CLAUDE_SESSION, CLAUDE_SESSION]);
  expect(await on.thoughts(`claude-code-${CLAUDE_SESSION}`)).toEqual(["main prose: In w"]);
  expect(await on.run("claude-code")).toMatchObject({ imported: { sessions: 0 }, unchanged: 2 });
});

test("[IM8] a subagent that a subagent started forks from that one's thought", async () => {
  const agent = (id: string, spoken: readonly unknown[]) =>
    on.write(CLAUDE_FILE.replace(".jsonl", `/subagents/agent-${id}.jsonl`), spoken);
  const within = (id: string) => ({ isSidechain: true, agentId: id });
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [text("I ask"), toolUse("t1", "Agent", {})], 1),
    claudeRecord("u2", "a1", "user", [toolResult("t1", "ok")], 5, { toolUseResult: { agentId: "zz" } }),
    claudeRecord("a2", "u2", "assistant", [text("done")], 6),
  ]);
  agent("zz", [
    claudeRecord("z1", null, "user", "look", 2, within("zz")),
    claudeRecord("z2", "z1", "assistant", [text("outer"), toolUse("t2", "Agent", {})], 2, within("zz")),
    claudeRecord("z3", "z2", "user", [toolResult("t2", "ok")], 4, {
      ...within("zz"),
      toolUseResult: { agentId: "aa" },
    }),
  ]);
  agent("aa", [
    claudeRecord("b1", null, "user", "deeper", 3, within("aa")),
    claudeRecord("b2", "b1", "assistant", [text("inner")], 3, within("aa")),
  ]);
  await on.run("claude-code");
  const thoughts = await on.store.thoughts(`claude-code-${CLAUDE_SESSION}`, {});
  const by = (content: string) => thoughts.find((thought) => thought.content === content)!;
  expect(by("outer")).toMatchObject({ branchId: "agent-zz", parentId: by("I ask").id });
  expect(by("inner")).toMatchObject({ branchId: "agent-aa", parentId: by("outer").id });
});

test("[IM1] thoughts are in the order of the source, also where branches begin", async () => {
  const think = (id: string, input: object) => toolUse(id, "mcp__thinking__thoughtbox", input);
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [think("t1", { thought: "one", thoughtNumber: 1 })], 1),
    claudeRecord("a2", "a1", "assistant", [think("t2", { thought: "two", thoughtNumber: 2 })], 2),
    claudeRecord(
      "a3",
      "a2",
      "assistant",
      [think("t3", { thought: "side", thoughtNumber: 2, branchFromThought: 1, branchId: "b" })],
      3,
    ),
    claudeRecord("a4", "a3", "assistant", [text("end")], 4),
  ]);
  await on.run("claude-code");
  const thoughts = await on.store.thoughts(`claude-code-${CLAUDE_SESSION}`, {});
  expect(thoughts.map(({ content }) => content)).toEqual(["one", "two", "side", "end"]);
  expect(thoughts.map(({ nextThoughtNeeded }) => nextThoughtNeeded)).toEqual([true, true, true, false]);
});

test("[IM6] every choice of a question with several choices is marked", async () => {
  const question = {
    question: "Which currencies?",
    multiSelect: true,
    options: [{ label: "EUR" }, { label: "USD" }, { label: "JPY" }],
  };
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [toolUse("t1", "AskUserQuestion", { questions: [question] })], 1),
    claudeRecord("u2", "a1", "user", [toolResult("t1", "ok")], 2, {
      toolUseResult: { answers: { "Which currencies?": "EUR, JPY" } },
    }),
  ]);
  await on.run("claude-code");
  const [decision] = await on.store.thoughts(`claude-code-${CLAUDE_SESSION}`, {});
  expect(decision!.content).toContain("- EUR (chosen)\n- USD\n- JPY (chosen)");
});
