import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chatScene, KEY } from "../support/chat-scene.ts";
import { runClew, spawnClew } from "../support/clew.ts";
import { odd } from "../support/server-sets.ts";

const thinkCall = { toolCalls: [{ name: "think", input: { thought: "A step." } }] };
const writeCall = { toolCalls: [{ name: "write", input: { text: "a" } }] };

test("[CH4] --print gives the answer on stdout and nothing else, from the arguments or from stdin", async () => {
  await using on = await chatScene([
    { thinking: "Hm.", text: "Rivers\u001b[31m bend." },
    { thinking: "Hm.", text: "So they do.\n" },
  ]);
  expect(await on.run(["--print", "Why", "so?"])).toEqual({
    code: 0,
    stdout: "Rivers�[31m bend.\n",
    stderr: "",
  });
  expect(await on.run(["--print"], " \n")).toEqual({
    code: 2,
    stdout: "",
    stderr: "clew: the message is missing\n",
  });
  expect(await on.run(["--print"], "Really?\nYes?\n")).toEqual({
    code: 0,
    stdout: "So they do.\n",
    stderr: "",
  });
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).toContain("Really?\\nYes?\\n");
});

test("[CH4] --print uses tools within the limits", async () => {
  await using on = await chatScene([{ text: "First.", ...thinkCall }, thinkCall, "Then."]);
  const ran = await on.run(["--print", "--limit", "1", "Go."]);
  expect(ran).toEqual({
    code: 0,
    stdout: "First.\n\nThen.\n",
    stderr: "clew: Tool call limit exceeded for this message\n",
  });
});

test("[CH4] --print --json gives one object", async () => {
  await using on = await chatScene([
    { thinking: "Hm.", ...thinkCall, usage: { inputTokens: 1000, outputTokens: 100 } },
    { text: "Done \u001b[2J.", usage: { inputTokens: 2000, outputTokens: 10 } },
  ]);
  const ran = await on.run(["--print", "--json", "--model", "claude-haiku-4-5", "Go."]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).not.toContain("\u001b");
  expect(JSON.parse(ran.stdout)).toEqual({
    session_id: expect.stringMatching(/^agent-/),
    model: "claude-haiku-4-5",
    content: "Done \u001b[2J.",
    thinking: "Hm.",
    tool_calls: [
      {
        name: "think",
        server: "clew",
        input: { thought: "A step." },
        result: expect.stringContaining("A step."),
        is_error: false,
        duration_ms: expect.any(Number),
      },
    ],
    usage: { input_tokens: 3000, output_tokens: 110, cache_read_tokens: 0, cache_write_tokens: 0 },
    cost: expect.closeTo(0.00355, 6),
    stop: "end",
    limited: null,
    warnings: [],
  });
});

test("[CH4] --print denies a tool that needs approval, unless --yes allows all", async () => {
  await using on = await chatScene([writeCall, "No.", writeCall, "Yes."]);
  const servers = ["--servers", on.servers({ mcpServers: { odd: odd("--tools=write") } })];
  expect(await on.run(["--print", ...servers, "Go."])).toMatchObject({ code: 0, stdout: "No.\n" });
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).toContain("no user is there to approve it");
  expect(await on.run(["--print", ...servers, "--yes", "Go."])).toMatchObject({ code: 0, stdout: "Yes.\n" });
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).not.toContain("nobody is there");
});

test("[CH4] [HC4] --print declines a server's question", async () => {
  const input = {
    method: "elicitation/create",
    params: { message: "Who?", requestedSchema: { type: "object", properties: {} } },
  };
  await using on = await chatScene([{ toolCalls: [{ name: "ask", input }] }, "Fine."]);
  await on.run(["--print", "--yes", "--servers", on.servers({ mcpServers: { odd: odd() } }), "Go."]);
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).toContain("decline");
});

test("[CH4] [D5] --print exits 1 with one line when it fails", async () => {
  await using on = await chatScene([{ status: 401 }, { content: [], stop: "refusal" }]);
  const failed = await on.run(["--print", "Go."]);
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toMatch(/^clew: Anthropic rejects the key in ANTHROPIC_API_KEY.*\n$/);
  expect(failed.stderr).not.toContain(KEY);
  expect(await on.run(["--print", "Go."])).toMatchObject({
    code: 1,
    stderr: "clew: The model declined to answer.\n",
  });
});

test("[CH4] a signal ends --print and its model request", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await chatScene([{ text: ["Begun", gate.promise] }]);
  const child = spawnClew(["chat", "--print", "--no-clew", "Go."], { home: on.home, env: on.env });
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdout.once("data", () => child.kill("SIGINT"));
  expect(await ended).toBe(1);
  expect(await on.model.requests.at(-1)?.ended).toBe("client hung up");
});

test("[CH4] messages and commands may come through a pipe, one per line, and no control code is written", async () => {
  await using on = await chatScene([{ thinking: "Hm.", text: "One." }, writeCall, "Two."]);
  const servers = ["--servers", on.servers({ mcpServers: { odd: odd("--tools=write") } })];
  const ran = await on.run(servers, "First.\n/limit\nSecond.\n");
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toMatch(
    /^claude.*\n\(thinking\) Hm\.\n\nOne\.\n.* out .*\nno limits.*\n→ write\n {2}✗ .*no user is there.*\n\nTwo\.\n.*\nclew chat --resume agent-.*\n$/,
  );
});

test("[CH1] --system, --no-thinking and --no-clew reach the model", async () => {
  await using on = await chatScene(["One.", "Two."]);
  writeFileSync(join(on.home, "system.md"), "Answer in one word.");
  await on.run([
    "--print",
    "--no-clew",
    "--no-thinking",
    "--model",
    "claude-haiku-4-5",
    "--system",
    `@${join(on.home, "system.md")}`,
    "Go.",
  ]);
  const { body } = on.model.requests.at(-1)!;
  expect(JSON.stringify(body.system)).toContain("Answer in one word.");
  expect(body.tools ?? []).toEqual([]);
  expect(body.thinking).toEqual({ type: "disabled" });
  await on.run(["--print", "--system", "Be brief.", "Go."]);
  expect(JSON.stringify(on.model.requests.at(-1)?.body.system)).toContain("Be brief.");
});

test("[CH1] chat.json in the data home has the servers and limits that are used without --servers", async () => {
  await using on = await chatScene([{ toolCalls: [{ name: "write" }, { name: "think" }] }, "None left."]);
  const chat = { mcpServers: { odd: odd("--tools=write") }, max_tool_calls: { per_tool: { think: 0 } } };
  writeFileSync(join(on.home, "chat.json"), JSON.stringify(chat));
  const ran = await on.run(["--print", "--json", "Go."]);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    tool_calls: [{ name: "write", result: expect.stringContaining("denied") }, { name: "think" }],
    stop: "limit",
    limited: { limit: 0, scope: "tool" },
  });
});

test("[CH1] [HS6] a resumed session keeps its model and limits unless flags change them", async () => {
  await using on = await chatScene(["One.", "Two."]);
  const servers = on.servers({ mcpServers: {}, max_tool_calls: { per_message: 5, per_session: 9 } });
  const first = await on.run([
    "--print",
    "--json",
    "--servers",
    servers,
    "--model",
    "claude-haiku-4-5",
    "Go.",
  ]);
  const { session_id } = JSON.parse(first.stdout);
  const second = await on.run(["--resume", session_id, "--limit", "2"], "/limit\n/model\nAnd?\n");
  expect(second.stdout).toContain('{"max_tool_calls":{"per_message":2,"per_session":9}}');
  expect(second.stdout).toContain("\nclaude-haiku-4-5\n");
  expect(on.model.requests.at(-1)?.body).toMatchObject({ model: "claude-haiku-4-5" });
  expect(on.model.requests.at(-1)?.body.messages).toHaveLength(3);
});

test.each([
  ["{", /servers\.json: not JSON at position 1/],
  ["[]", /must be one object/],
  [{ mcpServers: { a: { args: [] } } }, /mcpServers\.a\.command: missing/],
  [{ mcpServers: { a: { command: "x", timeout: -1 } } }, /mcpServers\.a\.timeout: /],
  [{ max_tool_calls: { per_message: "3" } }, /max_tool_calls\.per_message/],
  [{ limits: { tokens: -1 } }, /limits\.tokens/],
  [{ thinking: { effort: "huge" } }, /thinking\.effort/],
  [{ max_toolcalls: 3 }, /'max_toolcalls' is unknown. Use: mcpServers, max_tool_calls, limits, thinking/],
])("[CH5] [HC6] %j is refused with its field", async (content, problem) => {
  await using on = await chatScene([]);
  const ran = await on.run(["--print", "--servers", on.servers(content), "Go."]);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toMatch(problem);
  expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
});

test.each([
  [["--limit", "-1"], 2, /--limit must be a whole number of 0 or more, not '-1'/],
  [["--engine", "langbase"], 2, /--engine: a chat needs a model that takes tools/],
  [["--engine", "openai"], 1, /there is no model to talk to: set OPENAI_API_KEY/],
  [["--servers", "nowhere.json"], 2, /nowhere\.json: the file does not exist/],
  [["--system", "@nowhere.md"], 2, /--system: nowhere\.md: the file does not exist/],
  [["--resume", "no\u001bwhere"], 1, /--resume: no chat 'no�where'/],
] as const)("[CH5] [D5] %j fails in one line", async (args, code, problem) => {
  await using on = await chatScene([]);
  const ran = await on.run(["--print", ...args], "Go.");
  expect(ran).toMatchObject({ code, stdout: "" });
  expect(ran.stderr).toMatch(problem);
  expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("[CH5] a chat says that it cannot use a key of Langbase", async () => {
  await using on = await chatScene([]);
  const ran = await runClew(["chat", "--print", "Go."], { home: on.home, env: { LANGBASE_API_KEY: "any" } });
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/set ANTHROPIC_API_KEY, or .*; LANGBASE_API_KEY does not serve a chat/),
  });
});

test("[IV1] the turns of a chat are recorded as invocations", async () => {
  await using on = await chatScene([{ text: "Kept.", usage: { inputTokens: 9, outputTokens: 2 } }]);
  await on.run(["--print", "--no-clew", "Keep it?"]);
  const { stdout } = await runClew(["invocations", "list", "--json"], on);
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: "model", tool_name: "anthropic", input_tokens: 9, output_tokens: 2, success: true },
  ]);
});
