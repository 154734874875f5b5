import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { APICallError, simulateReadableStream } from "ai";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { expect, it } from "vitest";
import type { LLMConfig } from "../../src/host/index.ts";
import { calling, hostScene, only, thoughtsOf, tool } from "../support/host-scene.ts";

type Parts = readonly LanguageModelV4StreamPart[];

const finish = (unified: "stop" | "tool-calls"): LanguageModelV4StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 12, noCache: 10, cacheRead: 2, cacheWrite: undefined },
    outputTokens: { total: 5, text: 3, reasoning: 2 },
  },
});

const reasoning: Parts = [
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "A tool " },
  { type: "reasoning-delta", id: "r", delta: "will know." },
  { type: "reasoning-end", id: "r", providerMetadata: { mock: { seal: "s" } } },
];
const call = (id: string, at: number): LanguageModelV4StreamPart => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "look",
  input: JSON.stringify({ at }),
});
const saying = (text: string): Parts => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: text },
  { type: "text-end", id: "t" },
  finish("stop"),
];

/** The AI SDK's own mock, which streams one list of parts after another. */
function mock(version: "v3" | "v4", ...turns: readonly Parts[]) {
  const results = turns.map((parts) => ({ stream: simulateReadableStream({ chunks: [...parts] }) }));
  return version === "v4"
    ? new MockLanguageModelV4({ doStream: results })
    : new MockLanguageModelV3({ doStream: results as never });
}

it.each(["v3", "v4"] as const)(
  "[EN3] [HS1] the AI SDK's mock model (%s) reasons, calls a tool and answers in a session",
  async (version) => {
    const model = mock(
      version,
      [{ type: "stream-start", warnings: [] }, ...reasoning, call("c1", 3), finish("tool-calls")],
      saying("It is four."),
    );
    await using scene = await hostScene([]);
    const { manager, store } = scene;
    const config: LLMConfig = { model, system_prompt: "Be brief.", tools: [tool("look", "4")] };
    const session = await manager.initializeSession(config);
    const chunks = await Array.fromAsync(manager.sendMessageStream(session.id, "What is there?"));

    expect(only(chunks, "thinking").map(({ content }) => content)).toEqual(["A tool ", "will know."]);
    expect(only(chunks, "tool_start")).toMatchObject([{ id: "c1", content: "look", input: { at: 3 } }]);
    expect(only(chunks, "tool_result")).toMatchObject([{ id: "c1", content: "4", is_error: false }]);
    expect(only(chunks, "content").map(({ content }) => content)).toEqual(["It is four."]);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
    expect(session.usage).toMatchObject({ inputTokens: 20, outputTokens: 10, cacheReadTokens: 4 });
    expect(session.toolCallCount).toBe(1);

    const [first, second] = model.doStreamCalls;
    expect(first!.tools).toMatchObject([{ type: "function", name: "look" }]);
    expect(second!.prompt).toMatchObject([
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "What is there?" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "A tool will know.", providerOptions: { mock: { seal: "s" } } },
          { type: "tool-call", toolCallId: "c1", toolName: "look", input: { at: 3 } },
        ],
      },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "look" }] },
    ]);
    const roles = (await thoughtsOf(store, session.id)).map(({ metadata }) => metadata.role);
    expect(roles).toEqual(["user", "thinking", "tool", "answer"]);
  },
);

it("[EN3] [HL3] limits apply to a model of the AI SDK, which reports its findings in a last turn", async () => {
  const model = mock("v4", [call("c1", 1), call("c2", 2), finish("tool-calls")], saying("One is known."));
  await using scene = await hostScene([]);
  const { manager } = scene;
  const { id } = await manager.initializeSession({ model, max_tool_calls: 1, tools: [tool("look")] });
  const answer = await manager.sendMessage(id, "Look twice.");
  expect(answer).toMatchObject({
    content: "One is known.",
    limited: { error: "Tool call limit exceeded for this message", limit: 1, used: 1 },
    toolCalls: [{ isError: false }, { isError: true }],
  });
  expect(model.doStreamCalls[1]!.toolChoice).toEqual({ type: "none" });
});

it("[EN3] [HS2] an error of an AI SDK model is one fatal error, and the session continues", async () => {
  const refusal = new APICallError({
    message: "No such key",
    url: "https://mock.test",
    requestBodyValues: {},
    statusCode: 401,
    isRetryable: false,
  });
  const tries = [
    () => Promise.reject(refusal),
    async () => ({
      stream: simulateReadableStream<LanguageModelV4StreamPart>({
        chunks: [...saying("Half").slice(0, 2), { type: "error", error: new Error("cut") }],
      }),
    }),
    async () => ({ stream: simulateReadableStream({ chunks: [...saying("Whole.")] }) }),
  ];
  const model = new MockLanguageModelV4({ doStream: () => tries.shift()!() });
  await using scene = await hostScene([]);
  const { manager } = scene;
  const { id } = await manager.initializeSession({ model });
  const ends = [];
  for (const text of ["One?", "Two?", "Three?"])
    ends.push((await Array.fromAsync(manager.sendMessageStream(id, text))).at(-1));
  expect(ends).toMatchObject([
    { type: "error", code: "ENGINE", fatal: true, error: expect.stringContaining("401") },
    { type: "error", code: "ENGINE", fatal: true },
    { type: "done", stop: "end" },
  ]);
});

it("[EN3] [HT5] thinking through the AI SDK's Anthropic is sent back with its signature unchanged", async () => {
  await using scene = await hostScene([
    { thinking: "A tool will know.", toolCalls: [{ name: "look", input: { at: 1 } }] },
    { text: "Done." },
  ]);
  const { manager, server } = scene;
  const anthropic = createAnthropic({ apiKey: "sk-scripted", baseURL: `${server.url}/v1` });
  const { id } = await manager.initializeSession({
    model: anthropic("claude-opus-5-5"),
    thinking: { effort: "low", overrides: { kind: "adaptive" } },
    tools: [tool("look")],
  });
  // The scripted service refuses thinking that is missing, changed or misplaced.
  const answer = await manager.sendMessage(id, "Look.");
  expect(answer).toMatchObject({ content: "Done.", thinking: "A tool will know.", stop: "end" });
  expect(answer.usage.outputTokens).toBeGreaterThan(0);
  expect(scene.asked().map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
});

it.each([
  [
    "by its address",
    (url: string): Partial<LLMConfig> => ({
      type: "openai",
      api_key: "sk-local",
      base_url: url,
      model: "local-1",
    }),
  ],
  [
    "as a model of the AI SDK",
    (url: string): Partial<LLMConfig> => ({
      type: undefined,
      model: createOpenAICompatible({
        name: "local",
        apiKey: "sk-local",
        baseURL: `${url}/v1`,
        includeUsage: true,
      })("local-1"),
    }),
  ],
])(
  "[EN3] an OpenAI-compatible service %s reasons, calls tools, reports and fails in a session",
  async (_, of) => {
    const usage = { inputTokens: 7, outputTokens: 3 };
    await using scene = await hostScene([
      { ...calling("look", 2), usage },
      { text: ["Two ", "are known."], usage },
      { status: 400, error: { message: "no" } },
      "Yes.",
    ]);
    const { manager, server } = scene;
    const session = await manager.initializeSession(
      scene.config({ ...of(server.url), tools: [tool("look", "4")] }),
    );
    const answer = await manager.sendMessage(session.id, "Look twice.");
    expect(answer).toMatchObject({
      content: "Two are known.",
      thinking: "A tool will know.",
      toolCalls: [{ result: "4" }, { result: "4" }],
      usage: { inputTokens: 14, outputTokens: 6 },
    });
    const results = scene.asked()[1]!.body.messages!.filter(({ role }) => role === "tool");
    expect(results.map(({ content }) => content)).toEqual(["4", "4"]);
    await expect(manager.sendMessage(session.id, "Now?")).rejects.toMatchObject({ code: "ENGINE" });
    expect((await manager.sendMessage(session.id, "And now?")).content).toBe("Yes.");
  },
);
