import { afterEach, expect, test } from "vitest";
import {
  type ModelServer,
  type ModelServerOptions,
  type Script,
  startModelServer,
} from "../../testing/index.ts";
import { ask, eventsOf } from "../fixtures.ts";
import { collect } from "../provider.ts";
import { openaiCompatibleEngine } from "./openai-compatible.ts";

let server: ModelServer;
afterEach(() => server.close());

async function engineWith(script: Script, model = "gpt-4.1", options: ModelServerOptions = {}) {
  server = await startModelServer(script, options);
  return openaiCompatibleEngine({ apiKey: "sk-test", baseUrl: `${server.url}/v1`, model });
}

const tools = [{ name: "look", description: "Looks.", input: { type: "object", properties: {} } }];
const bodyOf = (at: number) => server.requests[at]!.body;

test("[EN3] streams reasoning, text and calls, with usage that excludes cached tokens", async () => {
  const engine = await engineWith([
    {
      thinking: ["Hm", "m."],
      text: ["Let me ", "see."],
      toolCalls: [{ id: "call_1", name: "look", json: ['{"at":', '"source"}'] }],
      usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60 },
      id: "chat_1",
    },
  ]);
  const events = await eventsOf(engine.turn({ ...ask, tools }));
  expect(events).toEqual([
    { type: "start", model: "gpt-4.1", id: "chat_1" },
    { type: "thinking", block: 0, text: "Hm" },
    { type: "thinking", block: 0, text: "m." },
    { type: "text", block: 1, text: "Let me " },
    { type: "text", block: 1, text: "see." },
    { type: "tool_call", block: 2, id: "call_1", name: "look" },
    { type: "tool_input", block: 2, json: '{"at":' },
    { type: "tool_input", block: 2, json: '"source"}' },
    {
      type: "done",
      message: {
        role: "assistant",
        content: [
          { type: "thinking", text: "Hmm." },
          { type: "text", text: "Let me see." },
          { type: "tool_call", id: "call_1", name: "look", input: { at: "source" } },
        ],
      },
      stop: "tool_calls",
      usage: { inputTokens: 40, outputTokens: 20, cacheReadTokens: 60 },
      model: "gpt-4.1",
      id: "chat_1",
    },
  ]);
});

test("[EN3] a local service needs no key, and its address no version", async () => {
  server = await startModelServer(["Hi."], { key: false });
  const engine = openaiCompatibleEngine({ baseUrl: `${server.url}/`, model: "llama3.2" });
  await collect(engine.turn(ask));
  expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
});

test("[EN3] sends system, tools and results in the order that the service requires, images after the results", async () => {
  const engine = await engineWith(["Thanks."]);
  const image = { type: "image" as const, mediaType: "image/png", data: "iVBORw0KGgo=" };
  await collect(
    engine.turn({
      system: "Be brief.",
      tools,
      toolChoice: "none",
      messages: [
        { role: "user", content: [{ type: "text", text: "Look" }, image] },
        { role: "assistant", content: [{ type: "tool_call", id: "a", name: "look", input: {} }] },
        {
          role: "user",
          content: [
            { type: "text", text: "And now?" },
            { type: "tool_result", callId: "a", content: [{ type: "text", text: "Shut" }, image] },
          ],
        },
      ],
    }),
  );
  const image_url = { url: "data:image/png;base64,iVBORw0KGgo=" };
  expect(bodyOf(0)).toMatchObject({
    tool_choice: "none",
    stream_options: { include_usage: true },
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image_url", image_url },
        ],
      },
      { role: "assistant", tool_calls: [{ id: "a", function: { name: "look", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "a", content: "Shut" },
      {
        role: "user",
        content: [
          { type: "image_url", image_url },
          { type: "text", text: "And now?" },
        ],
      },
    ],
  });
});

test("[EN3] sends OpenAI's reasoning models the limit under their own name and no temperature", async () => {
  const engine = await engineWith(["Hi.", "Hi."], "gpt-5-mini");
  await collect(engine.turn({ ...ask, maxTokens: 99, temperature: 0.2 }));
  expect(bodyOf(0)).toMatchObject({ max_completion_tokens: 99 });
  expect(bodyOf(0)).not.toHaveProperty("temperature");
  await collect(engine.turn({ ...ask, model: "qwen3", maxTokens: 99, temperature: 0.2 }));
  expect(bodyOf(1)).toMatchObject({ model: "qwen3", max_tokens: 99, temperature: 0.2 });
});

test.each([
  [{ type: "adaptive", effort: "low" } as const, "low"],
  [{ type: "adaptive", effort: "max" } as const, "high"],
  [{ type: "adaptive" } as const, undefined],
  [{ type: "enabled", budgetTokens: 5000 } as const, "medium"],
  [{ type: "disabled" } as const, undefined],
])("[EN3] requests thinking with an effort that every service accepts: %j", async (thinking, effort) => {
  const engine = await engineWith(["Hi."], "gpt-5");
  await collect(engine.turn({ ...ask, thinking }));
  expect(bodyOf(0).reasoning_effort).toBe(effort);
});

test.each([
  ["stop", "end"],
  ["length", "length"],
  ["content_filter", "refusal"],
  ["something_new", "end"],
])("[EN3] maps the finish reason %s to %s", async (stop, expected) => {
  const engine = await engineWith([{ text: "So", stop }]);
  expect((await collect(engine.turn(ask))).stop).toBe(expected);
});

test("[EN3] treats 'stop' after tool calls as a request for the calls", async () => {
  const engine = await engineWith([{ toolCalls: [{ name: "look" }], stop: "stop" }]);
  expect((await collect(engine.turn({ ...ask, tools }))).stop).toBe("tool_calls");
});

test("[EN3] marks a call whose input is not a JSON object", async () => {
  const engine = await engineWith([{ toolCalls: [{ id: "c", name: "look", json: ["[1", ", 2]"] }] }]);
  const done = await collect(engine.turn({ ...ask, tools }));
  expect(done.message.content).toEqual([
    { type: "tool_call", id: "c", name: "look", input: {}, unreadable: "[1, 2]" },
  ]);
});
