import type { LanguageModelV3StreamPart, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { ask, eventsOf, failureOf } from "../fixtures.ts";
import { userText } from "../message.ts";
import { collect } from "../provider.ts";
import { type AiModel, aiModelEngine } from "./ai-model.ts";

type Part = LanguageModelV4StreamPart | LanguageModelV3StreamPart;

/** A model as another package would bring it, and what it was asked. */
function modelOf(version: "v3" | "v4", ...turns: readonly (readonly Part[])[]) {
  const asked: Record<string, unknown>[] = [];
  const model = {
    specificationVersion: version,
    provider: "acme.chat",
    modelId: "acme-1",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not used")),
    async doStream(options: Record<string, unknown>) {
      asked.push(options);
      return { stream: ReadableStream.from(turns[asked.length - 1] ?? []) };
    },
  } as unknown as AiModel;
  return { model, asked };
}

const finish: Part = {
  type: "finish",
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: 10, noCache: undefined, cacheRead: 3, cacheWrite: 2 },
    outputTokens: { total: 4, text: undefined, reasoning: undefined },
  },
};

const metadata = { acme: { signature: "s1", item: { id: 7 } } };
const answer: Part[] = [
  { type: "stream-start", warnings: [] },
  { type: "reasoning-start", id: "0" },
  { type: "reasoning-delta", id: "0", delta: "Hm." },
  { type: "reasoning-end", id: "0", providerMetadata: metadata },
  { type: "reasoning-start", id: "1", providerMetadata: { acme: { redacted: "xyz" } } },
  { type: "reasoning-end", id: "1" },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "So." },
  { type: "text-end", id: "0", providerMetadata: { acme: { part: 3 } } },
  {
    type: "tool-call",
    toolCallId: "c1",
    toolName: "look",
    input: '{"at":1}',
    providerMetadata: { acme: { call: 4 } },
  },
  { type: "tool-call", toolCallId: "c2", toolName: "search", input: "{}", providerExecuted: true },
  finish,
];

test.each(["v3", "v4"] as const)(
  "[EN3] an AI SDK model (%s): metadata attached to its parts is sent back with them",
  async (version) => {
    const { model, asked } = modelOf(version, answer, [finish]);
    const engine = aiModelEngine(model);
    expect(engine).toMatchObject({ name: "acme.chat", model: "acme-1" });
    const done = await collect(engine.turn(ask));
    expect(done.message.content).toEqual([
      { type: "thinking", text: "Hm.", metadata },
      { type: "thinking", text: "", metadata: { acme: { redacted: "xyz" } } },
      { type: "text", text: "So.", metadata: { acme: { part: 3 } } },
      { type: "tool_call", id: "c1", name: "look", input: { at: 1 }, metadata: { acme: { call: 4 } } },
    ]);
    expect(done).toMatchObject({ stop: "tool_calls", model: "acme-1" });
    expect(done.usage).toEqual({ inputTokens: 5, outputTokens: 4, cacheReadTokens: 3, cacheWriteTokens: 2 });

    const picture = { type: "image" as const, mediaType: "image/png", data: "AAAA" };
    const result = {
      type: "tool_result" as const,
      callId: "c1",
      content: [{ type: "text" as const, text: "ok" }, picture],
    };
    await collect(
      engine.turn({
        system: "Be brief.",
        messages: [userText("Why?"), done.message, { role: "user", content: [result] }],
      }),
    );
    const image =
      version === "v4"
        ? { type: "file", data: { type: "data", data: "AAAA" }, mediaType: "image/png" }
        : { type: "image-data", data: "AAAA", mediaType: "image/png" };
    expect(asked[1]?.prompt).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Why?" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm.", providerOptions: metadata },
          { type: "reasoning", text: "", providerOptions: { acme: { redacted: "xyz" } } },
          { type: "text", text: "So.", providerOptions: { acme: { part: 3 } } },
          {
            type: "tool-call",
            toolCallId: "c1",
            toolName: "look",
            input: { at: 1 },
            providerOptions: { acme: { call: 4 } },
          },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "look",
            output: { type: "content", value: [{ type: "text", text: "ok" }, image] },
          },
        ],
      },
    ]);
  },
);

test("[EN3] does not send another provider's signed thinking, and sends a failed tool as an error", async () => {
  const { model, asked } = modelOf("v4", [finish]);
  await collect(
    aiModelEngine(model).turn({
      messages: [
        userText("Why?"),
        {
          role: "assistant",
          content: [
            { type: "thinking", text: "Mine", signature: "abc" },
            { type: "redacted", data: "xyz" },
            { type: "tool_call", id: "c", name: "look", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", callId: "c", content: [{ type: "text", text: "No" }], isError: true },
          ],
        },
      ],
    }),
  );
  expect((asked[0]!.prompt as unknown[]).slice(1)).toEqual([
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "look", input: {} }] },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c",
          toolName: "look",
          output: { type: "error-text", value: "No" },
        },
      ],
    },
  ]);
});

test("[EN3] an id may be reused for a later part", async () => {
  const parts: Part[] = [
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "a" },
    { type: "text-end", id: "0" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "b" },
    finish,
  ];
  const events = await eventsOf(aiModelEngine(modelOf("v4", parts).model).turn(ask));
  expect(events.map(({ type }) => type)).toEqual(["start", "text", "text", "done"]);
  expect(events[2]).toEqual({ type: "text", block: 1, text: "b" });
});

test.each<[string, readonly Part[], string]>([
  ["nothing at all", [], "unavailable"],
  [
    "no finish",
    [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "a" },
    ],
    "unavailable",
  ],
  ["an error", [{ type: "error", error: new Error("boom") }, finish], "unavailable"],
  [
    "an interrupted stream",
    [{ ...finish, finishReason: { unified: "interrupted", raw: undefined } } as Part],
    "unavailable",
  ],
  ["a rate limit", [{ type: "error", error: { message: "slow", code: "rate_limit_exceeded" } }], "rate"],
])("[EN1] an AI SDK model that gives %s ends in one error", async (_, parts, kind) => {
  expect((await failureOf(aiModelEngine(modelOf("v4", parts).model).turn(ask))).kind).toBe(kind);
});

test("[EN3] the engine has exactly one model", async () => {
  const failure = await failureOf(
    aiModelEngine(modelOf("v4", [finish]).model).turn({ ...ask, model: "acme-2" }),
  );
  expect(failure).toMatchObject({ kind: "model" });
});

test("[EN6] cancellation reaches the model", async () => {
  const { model, asked } = modelOf("v4", answer);
  for await (const _ of aiModelEngine(model).turn(ask)) break;
  expect((asked[0]!.abortSignal as AbortSignal).aborted).toBe(true);
});
