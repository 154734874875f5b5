import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer } from "../../src/testing/index.ts";
import { answerOf, call, unusedHandle } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { type Connected, connectHttp, connectStdio, type Era } from "../support/connect.ts";
import { textOf, thoughtsOf } from "../support/ledger.ts";
import { ODD_MARKS } from "../support/odd-marks.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const QUESTION = "Analyze the trade-offs between SQL and NoSQL databases";
const KEY = "pipe_0123456789abcdef0123456789";

/** A model with scripted next answers; all other answers are one sentence. */
async function scripted(replies: Reply[] = []): Promise<ModelServer> {
  return startModelServer(
    () => replies.shift() ?? { text: '{"thought": "It depends on the reads.", "confidence": 0.85}' },
    { key: KEY },
  );
}

const langbase = (model: ModelServer, more: Readonly<Record<string, string>> = {}) => ({
  LANGBASE_API_KEY: KEY,
  LANGBASE_BASE_URL: model.url,
  RETRY_DELAY_MS: "1",
  ...more,
});

/** A server on each transport, in each era. */
const sources: readonly [string, Era, "stdio" | "http"][] = [
  ["stdio, handshake", "handshake", "stdio"],
  ["stdio, 2026", "2026-07-28", "stdio"],
  ["HTTP, handshake", "handshake", "http"],
  ["HTTP, 2026", "2026-07-28", "http"],
];

describe.each(sources)("linear reasoning over %s", (_, era, transport) => {
  const home = temporaryFolder();
  const replies: Reply[] = [];
  const held: AsyncDisposable[] = [];
  let model: ModelServer;
  let on: Connected;
  beforeAll(async () => {
    model = await scripted(replies);
    const around = { home: home.path, env: langbase(model) };
    if (transport === "stdio") on = await connectStdio(era, around);
    else {
      const serving = await startServe(around);
      held.push(serving);
      on = await connectHttp(era, serving.url);
    }
  });
  afterAll(async () => {
    await on[Symbol.asyncDispose]();
    for (const one of held) await one[Symbol.asyncDispose]();
    await model.close();
    home[Symbol.dispose]();
  });

  test("[FA2] odd marks never cost a step", async () => {
    for (const [marks, read] of ODD_MARKS) {
      const { session_id } = await answerOf(on.client, "reasoning_linear", { content: QUESTION, marks });
      expect([marks, (await thoughtsOf(on.client, String(session_id))).at(-1)?.marks ?? []]).toEqual([
        marks,
        read,
      ]);
    }
  });

  test("[RL1] [RL7] the seed's example returns the seed's answer, under either name", async () => {
    for (const name of ["reasoning_linear", "reasoning.linear"]) {
      const result = await call(on.client, name, { content: QUESTION, confidence: 0.8 });
      expect(result.isError).toBe(false);
      expect(result.structured).toEqual({
        thought_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        content: "It depends on the reads.",
        confidence: 0.85,
        previous_thought: null,
      });
      expect(JSON.parse(result.text)).toEqual(result.structured);
    }
  });

  test("[RL1] [EN4] the request matches the seed, and a confidence below the threshold is reported", async () => {
    replies.push({ text: '```json\n{"thought": "Unsure.", "confidence": "0.4"}\n```' });
    const before = model.requests.length;
    const answer = await answerOf(on.client, "reasoning_linear", { content: "Why?", confidence: 0.8 });
    expect(answer).toMatchObject({ content: "Unsure.", confidence: 0.4, below_threshold: true });
    expect(model.requests[before]?.body).toEqual({
      name: "linear-reasoning-v1",
      messages: [
        { role: "system", content: expect.stringContaining('{"thought":') },
        { role: "user", content: expect.stringContaining("Why?") },
      ],
      stream: false,
      threadId: answer.session_id,
    });
  });

  test("[RL2] [RL3] a named session is created and then continues with its earlier thoughts", async () => {
    const session = unusedHandle();
    const first = await answerOf(on.client, "reasoning_linear", { content: "First?", session_id: session });
    const second = await answerOf(on.client, "reasoning_linear", { content: "Second?", session_id: session });
    expect([first.session_id, second.session_id]).toEqual([session, session]);
    expect([first.previous_thought, second.previous_thought]).toEqual([null, first.thought_id]);
    const { messages } = model.requests.at(-1)!.body as unknown as { messages: { content: string }[] };
    expect(messages[1]!.content).toMatch(/First\?[\s\S]*It depends on the reads[\s\S]*Second\?/);
  });

  test("[RL5] an empty question is refused in the seed's words, without asking a model", async () => {
    const before = model.requests.length;
    for (const content of ["", "  ", undefined]) {
      const result = await call(on.client, "reasoning_linear", { content });
      expect([result.isError, result.text]).toEqual([
        true,
        "Error: Validation failed: content - Content cannot be empty",
      ]);
    }
    expect(model.requests.length).toBe(before);
  });

  test.each([
    ["LangbaseUnavailable", [503, 503, 503, 503], 4],
    ["ApiError", [400], 1],
    ["ApiError", [401], 1],
    ["ApiError", [404], 1],
  ])("[RL5] [EN5] %s is answered for %j", async (type, statuses, asked) => {
    replies.push(...statuses.map((status) => ({ status })));
    const before = model.requests.length;
    const result = await call(on.client, "reasoning_linear", { content: "Why?" });
    expect(result).toMatchObject({ isError: true, structured: undefined });
    expect(result.text).toMatch(new RegExp(`^Error: ${type}: `));
    expect(result.text).not.toContain(KEY);
    expect(model.requests.length - before).toBe(asked);
  });

  test("[RL6] cancelling the call closes the request, and nothing is recorded", async () => {
    const session = unusedHandle();
    const gate = Promise.withResolvers<void>();
    replies.push({ text: "late", hold: gate.promise });
    const before = model.requests.length;
    const stop = new AbortController();
    const asked = on.client.callTool(
      { name: "reasoning_linear", arguments: { content: "Why?", session_id: session } },
      { signal: stop.signal },
    );
    const request = await model.waitForRequest(before + 1);
    stop.abort();
    await expect(asked).rejects.toThrow();
    expect(await request.ended).toBe("client hung up");
    gate.resolve();
    await answerOf(on.client, "think", { thought: "Still there?", session_id: unusedHandle() });
    const found = await on.client
      .readResource({ uri: `thoughtbox://sessions/${session}` })
      .catch(() => undefined);
    expect(found).toBeUndefined();
  });

  test("[CR1] [CR2] a thought gets a critique, which is in the export and the analysis", async () => {
    const sessionTitle = "Why is the queue slow?";
    const first = await answerOf(on.client, "thoughtbox", {
      thought: "The lock is held too long.",
      sessionTitle,
    });
    replies.push({ text: "Weakest assumption: that it is the lock." });
    const { critique, sessionId } = await answerOf(on.client, "thoughtbox", {
      thought: "So the lock must go.",
      sessionId: first.sessionId,
      critique: true,
    });
    expect(critique).toEqual({
      text: "Weakest assumption: that it is the lock.",
      model: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
    });
    const { messages } = model.requests.at(-1)!.body as unknown as { messages: { content: string }[] };
    expect(messages[0]!.content).toMatch(/Weakest assumption[\s\S]*Missing alternative[\s\S]*Cheapest check/);
    expect(messages[1]!.content).toMatch(
      /Why is the queue slow[\s\S]*The lock is held[\s\S]*So the lock must go/,
    );
    const exported = await runClew(["sessions", "export", String(sessionId)], { home: home.path });
    expect(exported.stdout).toContain("> **Critique** (");
    expect(exported.stdout).toContain("Weakest assumption: that it is the lock.");
    const { stdout } = await runClew(["sessions", "analyze", String(sessionId), "--json"], {
      home: home.path,
    });
    expect(JSON.parse(stdout).quality.critiqueRequests).toBe(1);
  });

  test("[FA27] the question that a critique leaves open is a fact of its thought, until it is answered", async () => {
    replies.push({ text: "Weakest assumption: the lock.\n\n**Open:** is the lock held while it sleeps?" });
    const { sessionId } = await answerOf(on.client, "thoughtbox", {
      thought: "So the lock must go.",
      critique: true,
      workflow_id: unusedHandle(),
    });
    const facts = async () =>
      JSON.parse(await textOf(on.client, `thoughtbox://sessions/${sessionId}`)).facts as unknown[];
    const open = { kind: "open", text: "is the lock held while it sleeps?", origin: "extracted", seq: 1 };
    expect(await facts()).toMatchObject([open]);
    await answerOf(on.client, "thoughtbox", {
      thought: "It is not.",
      sessionId,
      marks: ["answered: the lock is not held while it sleeps"],
    });
    expect(await facts()).toMatchObject([{ ...open, replacedBy: 2 }, { kind: "answered" }]);
  });

  test("[CR3] a thought whose critique fails is recorded, and the answer says why", async () => {
    replies.push({ status: 401 });
    const answer = await answerOf(on.client, "thoughtbox", { thought: "Keep me.", critique: true });
    expect(answer).toMatchObject({
      thoughtNumber: expect.any(Number),
      critiqueNote: expect.stringContaining("is recorded"),
    });
    expect(answer.critique).toBeUndefined();
  });
});

test("[RL8] [CR3] without an engine the refusal names the variables, and everything else works", async () => {
  using home = temporaryFolder();
  await using on = await connectStdio("handshake", { home: home.path });
  const result = await call(on.client, "reasoning_linear", { content: QUESTION });
  expect(result.isError).toBe(true);
  for (const name of ["LANGBASE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_KEY"])
    expect(result.text).toContain(name);
  expect(await answerOf(on.client, "think", { thought: "On we go." })).toMatchObject({ step: 1 });
  expect(await answerOf(on.client, "thoughtbox", { thought: "On.", critique: true })).toMatchObject({
    critiqueNote: expect.stringContaining("ANTHROPIC_API_KEY"),
  });
});

test("[RL6] the caller gets progress while the model works", async () => {
  using home = temporaryFolder();
  const gate = Promise.withResolvers<void>();
  const model = await scripted([{ text: "late", hold: gate.promise }]);
  await using on = await connectStdio("handshake", { home: home.path, env: langbase(model) });
  const heard: string[] = [];
  const answer = await on.client.callTool(
    { name: "reasoning_linear", arguments: { content: "Why?" } },
    {
      onprogress: ({ message }) => {
        heard.push(String(message));
        gate.resolve();
      },
    },
  );
  expect(answer.structuredContent).toMatchObject({ content: "late", confidence: 0.8 });
  expect(heard[0]).toMatch(/langbase is thinking, \d+ s/);
  await model.close();
});

test("[RL5] a silent service is a Timeout", async () => {
  using home = temporaryFolder();
  const gate = Promise.withResolvers<void>();
  const model = await scripted([{ hold: gate.promise }]);
  const env = langbase(model, { REQUEST_TIMEOUT_MS: "200", MAX_RETRIES: "0" });
  await using on = await connectStdio("handshake", { home: home.path, env });
  const result = await call(on.client, "reasoning_linear", { content: "Why?" });
  expect(result.isError).toBe(true);
  expect(result.text).toMatch(/^Error: Timeout: /);
  gate.resolve();
  await model.close();
});

test("[RL7] --tool-names dotted lists the seed's spelling, and never both", async () => {
  using home = temporaryFolder();
  for (const [names, listed, hidden] of [
    ["plain", "reasoning_linear", "reasoning.linear"],
    ["dotted", "reasoning.linear", "reasoning_linear"],
  ] as const) {
    await using on = await connectStdio("handshake", { home: home.path }, ["--tool-names", names]);
    const tools = (await on.client.listTools()).tools.map(({ name }) => name);
    expect(tools).toContain(listed);
    expect(tools).not.toContain(hidden);
  }
});

test("[EN4] each purpose may have its own pipe, and otherwise uses the one for linear reasoning", async () => {
  using home = temporaryFolder();
  await using model = await scripted();
  const env = langbase(model, {
    PIPE_CRITIQUE: "critic-v2",
    PIPE_REFLECTION: "mirror-v1",
    PIPE_LINEAR: "line-v3",
  });
  await using on = await connectStdio("handshake", { home: home.path, env });
  await answerOf(on.client, "reasoning_linear", { content: "Why?" });
  await answerOf(on.client, "thoughtbox", { thought: "A step.", critique: true });
  await answerOf(on.client, "reasoning", { operation: "reflection", args: { content: "Why?", rounds: 1 } });
  await call(on.client, "reasoning", { operation: "divergent", args: { content: "Why?" } });
  const pipes = new Set(model.requests.map(({ body }) => body.name));
  expect([...pipes]).toEqual(["line-v3", "critic-v2", "mirror-v1"]);
});
