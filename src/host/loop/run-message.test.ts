import { describe, expect, test } from "vitest";
import { scriptedClaude } from "../../../test/support/scripted-claude.ts";
import { openaiCompatibleEngine, textOf, userText } from "../../llm/index.ts";
import {
  conversationWith,
  converse,
  gate,
  MODEL,
  ofType,
  partsOf,
  resultsIn,
  saying,
  streamOf,
  toolOf,
} from "./fixtures.ts";

const { serve, server } = scriptedClaude({ mayRefuse: true });

describe("one message", () => {
  test("[HS2] streams text and thinking as deltas with one id per block, and ends in one done", async () => {
    const engine = await serve([
      { thinking: ["Let me ", "see."], text: ["It is ", "four."], id: "msg_1", usage: { inputTokens: 7 } },
    ]);
    const { chunks, result } = await converse(conversationWith(), "2 + 2?", partsOf(engine));
    expect(chunks).toEqual([
      { type: "thinking", content: "Let me ", id: "msg_1:0" },
      { type: "thinking", content: "see.", id: "msg_1:0" },
      { type: "content", content: "It is ", id: "msg_1:1" },
      { type: "content", content: "four.", id: "msg_1:1" },
      expect.objectContaining({ type: "usage", model: MODEL }),
      { type: "done", stop: "end", message_id: "msg_1" },
    ]);
    expect(result.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(textOf(result.answer!)).toBe("It is four.");
    expect(result.limited).toBe(false);
  });

  test("[HS4] runs tools in parallel, streams results as they finish and returns them in the order of the calls", async () => {
    const engine = await serve([
      {
        text: "Both.",
        toolCalls: [
          { name: "slow", id: "a" },
          { name: "quick", id: "b", input: { q: 1 } },
        ],
      },
      "Done.",
    ]);
    const quick = gate();
    const slow = toolOf("slow", async () => {
      await quick.passed;
      return saying("slow");
    });
    const tools = [slow, { ...toolOf("quick"), server: "files" }];
    const stream = streamOf(conversationWith(), userText("Go"), partsOf(engine, { tools, now: () => 5 }));
    const seen: string[] = [];
    for await (const chunk of stream) {
      if (chunk.type === "tool_start") seen.push(`start ${chunk.content} ${chunk.server ?? "here"}`);
      if (chunk.type !== "tool_result") continue;
      seen.push(`result ${chunk.name} ${chunk.content} ${chunk.duration_ms}`);
      quick.open();
    }
    expect(seen).toEqual([
      "start slow here",
      "start quick files",
      "result quick quick is done 0",
      "result slow slow 0",
    ]);
    const [, , results] = server.requests[1]!.body.messages!;
    expect((results!.content as { tool_use_id: string }[]).map(({ tool_use_id }) => tool_use_id)).toEqual([
      "a",
      "b",
    ]);
  });

  test("[HS4] runs no more tools at once than allowed", async () => {
    const calls = Array.from({ length: 9 }, (_, n) => ({ name: "work", input: { n } }));
    const engine = await serve([{ toolCalls: calls }, "Done."]);
    let running = 0;
    let most = 0;
    const work = toolOf("work", async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((done) => setImmediate(done));
      running -= 1;
      return saying("ok");
    });
    const { chunks } = await converse(
      conversationWith(),
      "Go",
      partsOf(engine, { tools: [work], parallel: 3 }),
    );
    expect(most).toBe(3);
    expect(ofType(chunks, "tool_result")).toHaveLength(9);
  });

  test("[HT5] returns thinking between tool calls, signed and redacted, verbatim and in order", async () => {
    const engine = await serve([
      {
        content: [
          { type: "thinking", text: "First." },
          { type: "redacted" },
          { type: "text", text: "I look." },
          { type: "tool_call", name: "look", input: { at: 1 } },
        ],
      },
      {
        content: [
          { type: "thinking", text: "Second." },
          { type: "tool_call", name: "look", input: { at: 2 } },
          { type: "thinking", text: "And while I wait." },
        ],
      },
      { thinking: "Third.", text: "Found." },
      "Nothing else.",
    ]);
    const parts = partsOf(engine, { tools: [toolOf("look")], system: "Be exact." });
    const first = await converse(conversationWith(), "Go", parts);
    const second = await converse(first.result, "And?", parts);
    // The scripted service refuses a block that changed, moved or is missing, and one that came after something else.
    expect(server.requests.map(({ refusal }) => refusal)).toEqual(Array(4).fill(undefined));
    expect(second.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
    const sent = server.requests[3]!.body.messages!.map(({ content }) =>
      (content as { type: string }[]).map(({ type }) => type),
    );
    expect(sent).toEqual([
      ["text"],
      ["thinking", "redacted_thinking", "text", "tool_use"],
      ["tool_result"],
      ["thinking", "tool_use", "thinking"],
      ["tool_result"],
      ["thinking", "text"],
      ["text"],
    ]);
  });

  test("[HS3] saves each message before the next turn; together they are the history", async () => {
    const engine = await serve([{ text: "One.", toolCalls: [{ name: "look" }] }, "Two."]);
    const seen: string[] = [];
    const { result, saved } = await converse(
      conversationWith(2),
      "Go",
      partsOf(engine, {
        tools: [toolOf("look")],
        onMessage: async ({ role }, budget) => {
          seen.push(`${role} after ${server.requests.length} turns, ${budget.message.calls} calls`);
        },
      }),
    );
    expect(seen).toEqual([
      "assistant after 1 turns, 0 calls",
      "user after 1 turns, 1 calls",
      "assistant after 2 turns, 1 calls",
    ]);
    expect(result.messages).toEqual([userText("Go"), ...saved]);
  });

  test("[HS8] reports for each turn its usage, its cost and what is left", async () => {
    const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 10, cacheWriteTokens: 20 };
    const engine = await serve([{ toolCalls: [{ name: "look" }], usage }, "x"], "claude-sonnet-4-5");
    const { chunks, result } = await converse(
      conversationWith(3, { cost: { per_session: 1 }, tokens: 10_000 }),
      "Go",
      partsOf(engine, { tools: [toolOf("look")], thinking: { type: "disabled" } }),
    );
    const [first, second] = ofType(chunks, "usage");
    expect(first).toMatchObject({ usage, model: "claude-sonnet-4-5" });
    const cost = (1000 * 3 + 100 * 15 + 10 * 0.3 + 20 * 3.75) / 1e6;
    expect(first!.cost).toBeCloseTo(cost, 10);
    expect(first!.remaining.message).toMatchObject({ calls: 3, tokens: 10_000 - 1130 });
    expect(first!.remaining.session.cost).toBeCloseTo(1 - cost, 10);
    expect(second!.remaining.message.calls).toBe(2);
    expect(result.budget.session.cost).toBeCloseTo(cost + second!.cost!, 10);
  });

  test("[HS8] warns once that a cost limit has no effect on a model without a price", async () => {
    await serve([{ toolCalls: [{ name: "look" }] }, "x"]);
    const engine = openaiCompatibleEngine({ apiKey: "k-test", baseUrl: server.url, model: "llama-of-ours" });
    const { thinking: _, ...parts } = partsOf(engine, { tools: [toolOf("look")] });
    const { chunks } = await converse(conversationWith(undefined, { cost: 1 }), "Go", parts);
    expect(ofType(chunks, "warning")).toEqual([
      {
        type: "warning",
        content: "The price of llama-of-ours is unknown, so the cost limit cannot apply.",
      },
    ]);
  });
});

test("[HS3] changed tools are used from the next turn on, except while thinking depends on the earlier ones", async () => {
  const engine = await serve([
    { toolCalls: [{ name: "a" }] },
    { thinking: "Hm.", toolCalls: [{ name: "b" }] },
    { toolCalls: [{ name: "c" }] },
    "Done.",
    "Next.",
  ]);
  const names = ["a"];
  const parts = {
    ...partsOf(engine),
    tools: () => names.map((name) => toolOf(name, async () => saying(`${names.push(`${name}${name}`)}`))),
  };
  names.push("b");
  const { chunks, result } = await converse(conversationWith(), "Go", parts);
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  const shown = server.requests.map(({ body }) => body.tools!.map(({ name }) => name));
  expect(shown).toEqual([
    ["a", "b"],
    ["a", "b", "aa"],
    ["a", "b", "aa"],
    ["a", "b", "aa"],
  ]);
  // The thinking is bound to tools that are no longer the same: it is left out, and on it goes.
  const next = await converse(result, "Next", parts);
  expect(ofType(next.chunks, "warning")).toHaveLength(1);
  expect(next.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  expect(JSON.stringify(next.result.messages)).not.toContain('"thinking"');
});

test("[HS2] [HT5] runs an OpenAI-compatible model: reasoning, parallel calls, results and an end", async () => {
  await serve([
    {
      thinking: "Look.",
      text: "I look.",
      toolCalls: [
        { name: "look", id: "a" },
        { name: "lok", id: "b" },
        { name: "look", id: "c", json: "[1]" },
      ],
    },
    "Found.",
    "Yes.",
  ]);
  const engine = openaiCompatibleEngine({ apiKey: "k-test", baseUrl: server.url, model: "qwen3" });
  const { thinking: _, ...parts } = partsOf(engine, { tools: [toolOf("look")] });
  const { chunks, result } = await converse(conversationWith(1), "Go", parts);
  expect(ofType(chunks, "thinking").map(({ content }) => content)).toEqual(["Look."]);
  expect(resultsIn(result.messages)).toEqual({
    a: "look is done",
    b: "There is no tool 'lok'. The closest names are: look.",
    c: "This call was not run: its arguments are not a JSON object (another kind of JSON value). They begin: [1]",
  });
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  expect((await converse(result, "Sure?", parts)).chunks.at(-1)).toMatchObject({ type: "done" });
  expect(server.requests.map(({ refusal }) => refusal)).toEqual(Array(3).fill(undefined));
});
