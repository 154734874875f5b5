import { appendFileSync, readFileSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test } from "vitest";
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

const question = {
  questions: [
    { question: "Which queue?", header: "Queue", options: [{ label: "BullMQ" }, { label: "pg-boss" }] },
  ],
};
const asked = [
  claudeRecord("u1", null, "user", "Fix the flaky cart test", 0),
  claudeRecord(
    "a1",
    "u1",
    "assistant",
    [
      thinking("The race is in the reducer."),
      text("I look at the reducer."),
      toolUse("t1", "Read", { file_path: "/w/shop/src/cart.ts" }),
    ],
    1,
  ),
  claudeRecord("u2", "a1", "user", [toolResult("t1", "export const cart")], 2),
  claudeRecord(
    "a2",
    "u2",
    "assistant",
    [
      { type: "thinking", thinking: "", signature: "hidden" },
      { type: "redacted_thinking", data: "x" },
      toolUse("t2", "AskUserQuestion", question),
    ],
    3,
  ),
  claudeRecord("u3", "a2", "user", [toolResult("t2", "answered")], 4, {
    toolUseResult: { answers: { "Which queue?": "pg-boss" } },
  }),
  claudeRecord("a3", "u3", "assistant", [text("Done, token sk-abcdefghijklmnopqrstuvwxyz123456")], 5),
];

test("[IM6] reasoning, prose and answered questions become thoughts; tool calls become evidence and counts", async () => {
  on.write(CLAUDE_FILE, [{ type: "ai-title", aiTitle: "Cart test" }, ...asked]);
  const report = await on.run("claude-code");
  expect(report).toMatchObject({
    found: 1,
    imported: { sessions: 1, thoughts: 4, branches: 0, decisions: 1, hidden: 2 },
    updated: 0,
    unchanged: 0,
    sessions: [
      {
        id: ID,
        source: "claude-code",
        nativeId: CLAUDE_SESSION,
        title: "Cart test",
        project: "shop",
        thoughts: 4,
      },
    ],
  });
  expect(await on.thoughts(ID)).toEqual([
    "main reasoning: The race is in the reducer.",
    "main prose: I look at the reducer.",
    "main decision: Decision: pg-boss",
    "main prose: Done, token [redacted]",
  ]);
  const [, , decision, last] = await on.store.thoughts(ID, {});
  expect(decision).toMatchObject({
    source: "import",
    createdAt: "2026-10-30T10:04:00.000Z",
    metadata: {
      importedFrom: { program: "claude-code", nativeId: "u3" },
      tools: { Read: 1, AskUserQuestion: 1 },
      decision: { question: "Which queue?", options: ["BullMQ", "pg-boss"], chosen: "pg-boss" },
    },
    evidence: [{ kind: "file", path: "src/cart.ts" }],
  });
  expect(last!.nextThoughtNeeded).toBe(false);
  expect(await on.store.session(ID)).toMatchObject({
    status: "completed",
    createdAt: "2026-10-30T10:00:00.000Z",
    updatedAt: "2026-10-30T10:05:00.000Z",
    metadata: {
      cwd: "/w/shop",
      gitBranch: "main",
      models: ["claude-opus-5"],
      tokens: { input: 30, output: 15, cacheRead: 300 },
      toolCalls: { Read: 1, AskUserQuestion: 1 },
      hiddenReasoning: 2,
    },
  });
});

test("[IM2] a second run changes nothing, and the source stays as it was", async () => {
  const file = on.write(CLAUDE_FILE, asked);
  const before = readFileSync(file);
  await on.run("claude-code");
  const position = await on.store.position();
  expect(await on.run("claude-code")).toMatchObject({
    found: 1,
    imported: { sessions: 0, thoughts: 0, hidden: 0 },
    unchanged: 1,
  });
  expect(await on.store.position()).toBe(position);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("[IM7] a line that was cut is imported when the file completes it, and the session is unfinished until then", async () => {
  const last = JSON.stringify(asked.at(-1));
  const lines = asked
    .slice(0, -1)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
  const file = on.write(CLAUDE_FILE, lines + last.slice(0, 80));
  expect(await on.run("claude-code")).toMatchObject({
    imported: { thoughts: 3 },
    skipped: { "incomplete last line": 1 },
  });
  expect((await on.store.session(ID))!.status).toBe("active");
  appendFileSync(file, `${last.slice(80)}\n`);
  expect(await on.run("claude-code")).toMatchObject({ imported: { sessions: 0, thoughts: 1 }, updated: 1 });
  expect((await on.store.session(ID))!.status).toBe("completed");
});

test("[IM8] the abandoned side of a rewind is a branch, and the line that went on is the main one", async () => {
  const lines = [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [text("first")], 1),
    claudeRecord("u2", "a1", "user", "this way", 2),
    claudeRecord("a2", "u2", "assistant", [text("abandoned")], 3),
  ];
  const file = on.write(CLAUDE_FILE, lines);
  await on.run("claude-code");
  const more = [
    claudeRecord("u3", "a1", "user", "another way", 4),
    claudeRecord("a3", "u3", "assistant", [text("went on")], 5),
  ];
  appendFileSync(file, more.map((record) => `${JSON.stringify(record)}\n`).join(""));
  expect(await on.run("claude-code")).toMatchObject({ updated: 1, imported: { thoughts: 1, branches: 1 } });
  const thoughts = await on.store.thoughts(ID, {});
  expect(
    thoughts.map(({ content, branchId, parentId }) => [content, branchId?.slice(0, 7), parentId]),
  ).toEqual([
    ["first", undefined, undefined],
    ["abandoned", "rewind-", thoughts[0]!.id],
    ["went on", undefined, thoughts[0]!.id],
  ]);
});

test("[IM8] parallel tool calls and compactions do not count as rewinds", async () => {
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [toolUse("t1", "Bash", { command: "ls" })], 1, {
      message: { id: "m1", role: "assistant", content: [toolUse("t1", "Bash", { command: "ls" })] },
    }),
    claudeRecord("a2", "a1", "assistant", "", 1, {
      message: { id: "m1", role: "assistant", content: [text("and also")] },
    }),
    claudeRecord("r1", "a1", "user", [toolResult("t1", "x", true)], 2),
    claudeRecord("a3", "r1", "assistant", [text("seen")], 3),
    {
      type: "system",
      subtype: "compact_boundary",
      uuid: "c1",
      parentUuid: null,
      timestamp: "2026-10-30T10:04:00.000Z",
      compactMetadata: { trigger: "auto" },
    },
    claudeRecord("s1", "c1", "user", "the summary", 4, { isCompactSummary: true }),
    claudeRecord("a4", "s1", "assistant", [text("after")], 5),
  ]);
  expect(await on.run("claude-code")).toMatchObject({ imported: { thoughts: 3, branches: 0 } });
  expect(await on.store.session(ID)).toMatchObject({
    metadata: { compactions: [{ at: "2026-10-30T10:04:00.000Z", trigger: "auto" }] },
  });
  const [, seen] = await on.store.thoughts(ID, {});
  expect(seen!.evidence).toMatchObject([{ kind: "command", command: "ls", exitCode: 1 }]);
});

test("[IM8] subagents are branches, in files of their own and in the file of their session", async () => {
  const side = { isSidechain: true, agentId: "ab12" };
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [text("I ask two agents"), toolUse("t1", "Task", {})], 1),
    claudeRecord("x1", null, "user", "inside", 2, { isSidechain: true }),
    claudeRecord("x2", "x1", "assistant", [text("old style")], 2, { isSidechain: true }),
    claudeRecord("u2", "a1", "user", [toolResult("t1", "ok")], 4, { toolUseResult: { agentId: "ab12" } }),
    claudeRecord("a2", "u2", "assistant", [text("both are done")], 5),
  ]);
  on.write(CLAUDE_FILE.replace(".jsonl", "/subagents/agent-ab12.jsonl"), [
    claudeRecord("y1", null, "user", "look", 2, side),
    claudeRecord("y2", "y1", "assistant", [text("new style")], 3, side),
  ]);
  on.write(CLAUDE_FILE.replace(".jsonl", "/subagents/workflows/w1/journal.jsonl"), [{ type: "x" }]);
  expect(await on.run("claude-code")).toMatchObject({ found: 1, imported: { sessions: 1, branches: 2 } });
  const thoughts = await on.store.thoughts(ID, {});
  const first = thoughts.find(({ content }) => content === "I ask two agents")!;
  expect(thoughts.find(({ content }) => content === "old style")).toMatchObject({
    branchId: "agent-x1",
    parentId: first.id,
  });
  expect(thoughts.find(({ content }) => content === "new style")).toMatchObject({
    branchId: "agent-ab12",
    parentId: first.id,
  });
  expect(thoughts.at(-1)).toMatchObject({ content: "both are done", nextThoughtNeeded: false });
});

test("[IM6] calls of thinking tools are thoughts with their branches and revisions", async () => {
  const think = (id: string, input: object) => toolUse(id, "mcp__thinking__sequentialthinking", input);
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "start", 0),
    claudeRecord("a1", "u1", "assistant", [think("t1", { thought: "one", thoughtNumber: 1 })], 1),
    claudeRecord("a2", "a1", "assistant", [think("t2", { thought: "two", thoughtNumber: 2 })], 2),
    claudeRecord(
      "a3",
      "a2",
      "assistant",
      [think("t3", { thought: "other", thoughtNumber: 2, branchFromThought: 1, branchId: "b" })],
      3,
    ),
    claudeRecord(
      "a4",
      "a3",
      "assistant",
      [think("t4", { thought: "one again", thoughtNumber: 3, isRevision: true, revisesThought: 1 })],
      4,
    ),
  ]);
  await on.run("claude-code");
  const thoughts = await on.store.thoughts(ID, {});
  const by = (content: string) => thoughts.find((thought) => thought.content === content)!;
  expect(by("other")).toMatchObject({ branchId: "b", parentId: by("one").id });
  expect(by("one again")).toMatchObject({
    isRevision: true,
    revisesId: by("one").id,
    parentId: by("two").id,
  });
  expect((await on.store.session(ID))!.status).toBe("active");
});

test("[IM5] --since and --project leave sessions out, and two folders of one name are two projects", async () => {
  on.write(CLAUDE_FILE, asked);
  const elsewhere = asked.map((record) => ({ ...record, cwd: "/elsewhere/shop" }));
  on.write(".claude/projects/-elsewhere-shop/22222222-2222-4222-8222-222222222222.jsonl", elsewhere);
  expect(await on.run("claude-code", { since: Date.parse("2026-11-01") })).toMatchObject({
    found: 0,
    sessions: [],
  });
  expect(await on.run("claude-code", { project: "/w/shop", isDryRun: true })).toMatchObject({
    found: 1,
    imported: { sessions: 1, thoughts: 4, decisions: 1 },
  });
  const wouldBe = (await on.run("claude-code", { isDryRun: true })).sessions;
  expect(await on.store.sessions({})).toEqual([]);
  const { sessions } = await on.run("claude-code");
  expect(wouldBe).toEqual(sessions);
  expect(new Set(sessions.map(({ project }) => project)).size).toBe(2);
});

test("[IM9] hostile records cost their own thoughts only", async () => {
  const deep = "DEEP";
  on.write(
    CLAUDE_FILE,
    [
      claudeRecord("self", "self", "assistant", [text("its own parent")], 0),
      claudeRecord("c1", "c2", "assistant", [text("cycle one")], 1),
      claudeRecord("c2", "c1", "assistant", [text("cycle two")], 2),
      claudeRecord("c2", "c1", "assistant", [text("the same id again")], 2),
      claudeRecord("w", "c2", "assistant", { type: 7 }, 3),
      claudeRecord(
        "n",
        "c2",
        "assistant",
        [null, 5, "x", [], { type: "text", text: 5 }, toolUse("t", "__proto__", null)],
        3,
      ),
      claudeRecord(
        "d",
        "c2",
        "assistant",
        [{ type: "text", text: deep }, toolUse("q", "AskUserQuestion", deep)],
        3,
      ),
      claudeRecord("z", "c2", "assistant", [text("nul \0 and lone \ud800 surrogate")], 4),
      { __proto__: null, type: "user", uuid: {}, message: [] },
      { type: "constructor", uuid: "k", parentUuid: "__proto__" },
      claudeRecord("t", "z", "assistant", [text("time")], 4, { timestamp: "9999-99-99", cwd: 7 }),
      claudeRecord("big", "t", "assistant", [text("y".repeat(3_000_000))], 5),
    ]
      .map((record) => JSON.stringify(record))
      .join("\n")
      .replaceAll('"DEEP"', "[".repeat(5000) + "]".repeat(5000))
      .concat('\n{"type": "user", \n[1,2]\nnull\n"text"\n'),
  );
  const report = await on.run("claude-code");
  expect(report.imported.thoughts).toBe(6);
  expect(report.skipped).toMatchObject({ "duplicate record": 1, "invalid JSON": 4, "unknown record": 1 });
  const thoughts = await on.store.thoughts(ID, {});
  expect(thoughts.map(({ content }) => content.slice(0, 14))).toContain("its own parent");
  expect(Buffer.byteLength(thoughts.at(-1)!.content)).toBeLessThanOrEqual(1_048_576);
  expect(thoughts.find(({ content }) => content.startsWith("nul"))!.content).toBe(
    "nul \0 and lone \ufffd surrogate",
  );
});

test("[IM5] --project skips sessions without a folder, and a dry run counts branches as an import does", async () => {
  const records = [
    claudeRecord("u1", null, "user", "A question", 0),
    claudeRecord("a1", "u1", "assistant", [text("An answer")], 1),
    claudeRecord("u2", "a1", "user", "One way", 2),
    claudeRecord("a2", "u2", "assistant", [text("Abandoned")], 3),
    claudeRecord("u3", "a1", "user", "Another way", 4),
    claudeRecord("a3", "u3", "assistant", [text("Continued")], 5),
  ];
  on.write(CLAUDE_FILE, records);
  const other = "33333333-3333-4333-8333-333333333333";
  on.write(
    `.claude/projects/-none/${other}.jsonl`,
    records.slice(0, 2).map((record) => ({ ...record, cwd: undefined, sessionId: other })),
  );
  const planned = await on.run("claude-code", { project: "shop", isDryRun: true });
  expect(planned).toMatchObject({
    found: 1,
    imported: { sessions: 1, thoughts: 3, branches: 1 },
    skipped: { "session without a folder": 1 },
  });
  const { imported, skipped } = await on.run("claude-code", { project: "shop" });
  expect({ imported, skipped }).toEqual({ imported: planned.imported, skipped: planned.skipped });
});
