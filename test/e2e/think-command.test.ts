import { expect, test } from "vitest";
import { type Reply, startModelServer } from "../../src/testing/index.ts";
import { runClew, spawnClew } from "../support/clew.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const KEY = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz";

/** Runs `clew think` against a scripted Anthropic model. */
async function thinking(replies: readonly Reply[]) {
  const home = temporaryFolder();
  const model = await startModelServer(replies, { key: KEY });
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: model.url, RETRY_DELAY_MS: "1" };
  return {
    model,
    around: { home: home.path, env },
    run: (...args: string[]) => runClew(["think", ...args], { home: home.path, env }),
    async [Symbol.asyncDispose]() {
      await model.close();
      home[Symbol.dispose]();
    },
  };
}

test("[CT1] the answer is shown, and its session is stored and can be continued", async () => {
  await using on = await thinking([
    { text: '{"thought": "Rivers \\"meander\\".", "confidence": 0.9}' },
    { text: '{"thought": "And silt up.", "confidence": 0.3}' },
  ]);
  const first = await on.run("Why", "do", "rivers", "bend?");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(/^Rivers "meander"\.\n\nconfidence 0\.9 · session [0-9a-f-]{36}\n$/);
  const session = /session (\S+)/.exec(first.stdout)![1]!;
  const second = await on.run("And", "then?", "--session", session, "--confidence", "0.5");
  expect(second.stdout).toContain("confidence 0.3, below 0.5");
  const shown = await runClew(["sessions", "show", session], on.around);
  expect(shown.stdout).toMatch(/Why do rivers bend\?[\s\S]*Rivers "meander"[\s\S]*And silt up/);
});

test("[CT1] the answer streams before the model has finished", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await thinking([
    { text: ['{"thought": "First half', gate.promise, ', second half.", "confidence": 1}'] },
  ]);
  const child = spawnClew(["think", "Go on?"], on.around);
  let seen = "";
  for await (const chunk of child.stdout) {
    seen += chunk;
    if (seen === "First half") gate.resolve();
  }
  expect(seen).toMatch(/^First half, second half\.\n\nconfidence 1 · session /);
});

test("[CT1] --json gives the object of reasoning_linear", async () => {
  await using on = await thinking([{ text: '{"thought": "Yes.", "confidence": 0.5}' }]);
  const { code, stdout } = await on.run("Is it?", "--json", "--confidence", "0.8");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    thought_id: expect.any(String),
    session_id: expect.any(String),
    content: "Yes.",
    confidence: 0.5,
    previous_thought: null,
    below_threshold: true,
  });
});

test("[CT2] --model is sent to the service, and the question is recorded as an invocation without the key", async () => {
  await using on = await thinking([{ text: "Plain.", usage: { inputTokens: 1000, outputTokens: 100 } }]);
  await on.run("Which?", "--model", "claude-haiku-4-5");
  expect(on.model.requests[0]?.body.model).toBe("claude-haiku-4-5");
  const { stdout } = await runClew(["invocations", "list", "--json"], on.around);
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      kind: "model",
      tool_name: "anthropic",
      pipe_name: "claude-haiku-4-5",
      input_tokens: 1000,
      output_tokens: 100,
      cost: expect.closeTo(0.0015, 6),
      success: true,
    }),
  ]);
  expect(stdout).not.toContain(KEY);
});

test.each([
  [[], {}, 1, /LANGBASE_API_KEY.*ANTHROPIC_API_KEY.*OPENAI_BASE_URL/],
  [["--engine", "openai"], {}, 2, /--engine: The engine 'openai' is not configured/],
  [["--engine", "gemini"], {}, 2, /must be langbase, anthropic, openai or sampling/],
  [["--confidence", "2"], {}, 2, /--confidence must be a number from 0 to 1, not '2'/],
] as const)("[CT2] [D5] %j fails in one line", async (args, env, code, line) => {
  using home = temporaryFolder();
  const ran = await runClew(["think", "Why?", ...args], { home: home.path, env });
  expect(ran.code).toBe(code);
  expect(ran.stderr).toMatch(line);
  expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
});

test.each([
  [{ status: 401 }, /Anthropic rejects the key in ANTHROPIC_API_KEY/],
  [
    { status: 404, error: { type: "not_found_error", message: "model: claude-sonnet-5-5" } },
    /claude-sonnet-5-5/,
  ],
])("[EN8] %j is one clear line without the key", async (reply, line) => {
  await using on = await thinking([reply]);
  const ran = await on.run("Why?");
  expect([ran.code, ran.stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
  expect(ran.stderr).toMatch(line);
  expect(ran.stderr).not.toContain(KEY);
});

test("[CT1] Ctrl-C ends the question, and nothing is recorded", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await thinking([{ text: "late", hold: gate.promise }]);
  const child = spawnClew(["think", "Wait?"], on.around);
  const request = await on.model.waitForRequest(1);
  child.kill("SIGINT");
  expect(await request.ended).toBe("client hung up");
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(1);
  gate.resolve();
  expect(JSON.parse((await runClew(["sessions", "list", "--json"], on.around)).stdout)).toEqual([]);
});
