import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Invocation } from "../../src/ledger/index.ts";
import { type ModelServer, type Reply, startModelServer } from "../../src/testing/index.ts";
import { answerOf, call } from "../support/call.ts";
import { runClew, type Surroundings } from "../support/clew.ts";
import { type Connected, connectHttp, connectStdio } from "../support/connect.ts";
import { sessionOnDisk } from "../support/ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const KEY = "sk-ant-api03-a-key-that-is-nowhere-kept";
const SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
const ANSWER = '{"thought": "It depends on the reads.", "confidence": 0.85}';

/** A client whose server can be stopped. */
interface Ending extends Connected {
  /** Stops it as usual: on stdio by closing its input, over HTTP by a signal. */
  end(): Promise<void>;
  /** Stops it like a service manager, at once. */
  terminate(): Promise<void>;
}

type Start = (around: Surroundings) => Promise<Ending>;

const overStdio: Start = async (around) => {
  const connected = await connectStdio("handshake", around);
  const closed = new Promise<void>((resolve) => {
    connected.client.onclose = resolve;
  });
  const terminate = async () => {
    process.kill(connected.pid!, "SIGTERM");
    await closed;
  };
  return { ...connected, end: () => connected.client.close(), terminate };
};

const overHttp: Start = async (around) => {
  const serving = await startServe(around);
  const { client, pid } = await connectHttp("2026-07-28", serving.url);
  const dispose = async () => {
    await client.close();
    await serving[Symbol.asyncDispose]();
  };
  return { client, pid, end: serving.stop, terminate: serving.stop, [Symbol.asyncDispose]: dispose };
};

const transports = [
  ["stdio", overStdio],
  ["HTTP", overHttp],
] as const;

/** All recorded calls, oldest first, as the command prints them. */
async function listed(home: string, ...args: string[]): Promise<Invocation[]> {
  const { code, stdout, stderr } = await runClew(["invocations", "list", "--json", ...args], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return (JSON.parse(stdout) as Invocation[]).toReversed();
}

describe.each(transports)("the calls of a session over %s", (_, start) => {
  const folder = temporaryFolder();
  const home = folder.path;
  let model: ModelServer;
  let kept: readonly Invocation[];

  beforeAll(async () => {
    const replies: Reply[] = [
      { text: ANSWER, model: "claude-haiku-4-5", usage: { inputTokens: 1000, outputTokens: 100 } },
      { status: 401 },
    ];
    model = await startModelServer(replies, { key: KEY });
    const env = {
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_MODEL: "claude-haiku-4-5",
    };
    await using on = await start({ home, env });
    await answerOf(on.client, "think", { thought: `The token is ${SECRET}.`, session_id: "work" });
    await answerOf(on.client, "reasoning_linear", { content: "SQL or not?", session_id: "work" });
    expect((await call(on.client, "reasoning_linear", { content: "And now?" })).isError).toBe(true);
    expect((await call(on.client, "thoughtbox", { thought: " " })).isError).toBe(true);
    await on.end();
    kept = await listed(home);
  });
  afterAll(async () => {
    await model.close();
    folder[Symbol.dispose]();
  });

  test("[IV1] [IV3] each call is a row, including those in progress when the server stopped", () => {
    expect(kept.map(({ kind, tool_name, success }) => [kind, tool_name, success])).toEqual([
      ["tool", "think", true],
      ["model", "anthropic", true],
      ["tool", "reasoning_linear", true],
      ["model", "anthropic", false],
      ["tool", "reasoning_linear", false],
      ["tool", "thoughtbox", false],
    ]);
    for (const row of kept) {
      expect(row.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(row.latency_ms).toBeGreaterThanOrEqual(0);
      expect(row.created_at).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    }
  });

  test("[IV1] a model's call has its tokens and cost, a tool's call its input and output", () => {
    expect(kept[1]).toMatchObject({
      session_id: "work",
      pipe_name: "claude-haiku-4-5",
      input_tokens: 1000,
      output_tokens: 100,
      cost: expect.closeTo(0.0015, 6),
      output: { text: ANSWER },
    });
    expect(kept[2]).toMatchObject({
      session_id: "work",
      input: { content: "SQL or not?", session_id: "work" },
      output: { content: "It depends on the reads.", confidence: 0.85 },
    });
  });

  test("[IV1] a call that failed says why", () => {
    expect(kept.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      undefined,
      expect.stringMatching(/^Anthropic rejects the key in ANTHROPIC_API_KEY \(401\)/),
      expect.stringMatching(/^Error: ApiError: /),
      expect.stringContaining("thought"),
    ]);
    expect(kept[3]).not.toHaveProperty("cost");
  });

  test("[IV2] a secret in a thought is redacted in the recorded call and unchanged in the ledger", async () => {
    expect(kept[0]).toMatchObject({ session_id: "work", input: { thought: "The token is [redacted]." } });
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expect(JSON.stringify(kept)).not.toContain(KEY);
    const { thoughts } = await sessionOnDisk(home, "work");
    expect(thoughts[0]?.content).toBe(`The token is ${SECRET}.`);
  });

  test("[IV1] [IV6] a server on the same ledger returns the same", async () => {
    await using serving = await startServe({ home });
    const asked = async (path: string) => (await fetch(new URL(path, serving.address))).json();
    expect(await asked("/api/invocations")).toEqual(kept.toReversed());
    expect(await asked("/api/invocations?session=work&kind=model")).toEqual([kept[1]]);
    expect(await asked("/api/invocations?failed=true")).toEqual(
      await listed(home, "--failed").then(reversed),
    );
    const { stdout } = await runClew(["invocations", "stats", "--json"], { home });
    expect(await asked("/api/invocations/stats")).toEqual(JSON.parse(stdout));
  });
});

const reversed = <T>(rows: readonly T[]): T[] => rows.toReversed();

test.each(transports)("[IV3] over %s a SIGTERM right after an answer loses no call", async (_, start) => {
  using folder = temporaryFolder();
  await using on = await start({ home: folder.path });
  for (const thought of ["One", "Two"]) await answerOf(on.client, "think", { thought });
  await on.terminate();
  expect((await listed(folder.path)).map(({ input }) => input.thought)).toEqual(["One", "Two"]);
});

test("[IV1] [IV3] calls of a running server are listed soon, without stopping it", async () => {
  using folder = temporaryFolder();
  await using serving = await startServe({ home: folder.path });
  await using on = await connectHttp("handshake", serving.url);
  await answerOf(on.client, "think", { thought: "Who sees this?" });
  const shown = async () => (await fetch(new URL("/api/invocations", serving.address))).json();
  await expect.poll(shown).toMatchObject([{ tool_name: "think", success: true }]);
});

describe("how many are kept", () => {
  /** Records this many thoughts on a new server, over each transport, and stops it. */
  async function think(home: string, times: number, env: Readonly<Record<string, string>> = {}) {
    for (const start of [overStdio, overHttp]) {
      await using on = await start({ home, env });
      for (let turn = 1; turn <= times; turn += 1)
        await answerOf(on.client, "think", { thought: `Thought ${turn}`, session_id: "counted" });
      await on.end();
    }
  }

  test("[IV4] the newest CLEW_INVOCATION_ROWS calls are kept, and no thought is lost", async () => {
    using folder = temporaryFolder();
    await think(folder.path, 4);
    expect(await listed(folder.path)).toHaveLength(8);
    await think(folder.path, 2, { CLEW_INVOCATION_ROWS: "3" });
    const left = await listed(folder.path);
    expect(left.map(({ input }) => input.thought)).toEqual(["Thought 2", "Thought 1", "Thought 2"]);
    expect((await sessionOnDisk(folder.path, "counted")).thoughts).toHaveLength(12);
  });

  test("[IV3] [IV4] with 0 nothing is recorded, and earlier records are deleted", async () => {
    using folder = temporaryFolder();
    await think(folder.path, 2);
    expect(await listed(folder.path)).toHaveLength(4);
    await think(folder.path, 2, { CLEW_INVOCATION_ROWS: "0" });
    expect(await listed(folder.path)).toEqual([]);
    expect((await sessionOnDisk(folder.path, "counted")).thoughts).toHaveLength(8);
  });
});
