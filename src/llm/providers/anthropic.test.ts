import Anthropic from "@anthropic-ai/sdk";
import { afterEach, expect, test } from "vitest";
import { type ModelServer, type Script, startModelServer } from "../../testing/index.ts";
import type { Turn, TurnEvent } from "../engine.ts";
import { ask, eventsOf } from "../fixtures.ts";
import { type Message, userText } from "../message.ts";
import { collect } from "../provider.ts";
import { anthropicEngine } from "./anthropic.ts";

let server: ModelServer;
afterEach(() => server.close());

async function engineWith(
  script: Script,
  more: { readonly model?: string; readonly maxTokens?: number } = {},
) {
  server = await startModelServer(script);
  return anthropicEngine({ apiKey: "sk-ant-test", baseUrl: server.url, model: "claude-sonnet-4-5", ...more });
}

const tools = [
  { name: "look", description: "Looks.", input: { type: "object", properties: { at: { type: "string" } } } },
  { name: "wait", description: "Waits.", input: { type: "object" } },
];
const bodyOf = (at: number) => server.requests[at]!.body;

test("[EN2] streams text, thinking and tool calls as sent, each with its index in the message", async () => {
  const engine = await engineWith([
    {
      content: [
        { type: "thinking", text: ["I should ", "look."] },
        { type: "text", text: ["Let me ", "see."] },
        { type: "tool_call", id: "toolu_1", name: "look", json: ['{"at":', '"source"}'] },
      ],
      usage: { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 40 },
      id: "msg_1",
    },
  ]);
  const events = await eventsOf(
    engine.turn({ ...ask, tools, thinking: { type: "enabled", budgetTokens: 2000 } }),
  );
  const model = "claude-sonnet-4-5";
  expect(events.slice(0, -1)).toEqual([
    { type: "start", model, id: "msg_1" },
    { type: "thinking", block: 0, text: "I should " },
    { type: "thinking", block: 0, text: "look." },
    { type: "text", block: 1, text: "Let me " },
    { type: "text", block: 1, text: "see." },
    { type: "tool_call", block: 2, id: "toolu_1", name: "look" },
    { type: "tool_input", block: 2, json: '{"at":' },
    { type: "tool_input", block: 2, json: '"source"}' },
  ] satisfies TurnEvent[]);
  expect(events.at(-1)).toEqual({
    type: "done",
    message: {
      role: "assistant",
      content: [
        { type: "thinking", text: "I should look.", signature: expect.stringMatching(/./) },
        { type: "text", text: "Let me see." },
        { type: "tool_call", id: "toolu_1", name: "look", input: { at: "source" } },
      ],
    },
    stop: "tool_calls",
    usage: { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 40 },
    model,
    id: "msg_1",
  });
});

test("[EN2] sends the key and the API version as Anthropic's client does", async () => {
  const engine = await engineWith(["Yes.", "Yes."], { model: "claude-opus-5-5" });
  await collect(engine.turn(ask));
  const client = new Anthropic({ apiKey: "sk-ant-test", baseURL: server.url, maxRetries: 0 });
  const { model = "", messages = [] } = bodyOf(0);
  await client.messages.create({ model, max_tokens: 100, messages } as never);
  const [ours, theirs] = server.requests.map(({ method, path, headers }) => {
    const { authorization, "anthropic-version": version, "content-type": type } = headers;
    return { method, path, authorization, version, type };
  });
  expect(ours).toEqual(theirs);
});

test("[EN2] marks system, last tool and last user message for caching, and nothing else", async () => {
  const engine = await engineWith(["Yes."]);
  const messages: Message[] = [
    userText("One"),
    { role: "assistant", content: [{ type: "text", text: "Two" }] },
    {
      role: "user",
      content: [
        { type: "text", text: "Three" },
        { type: "text", text: "Four" },
      ],
    },
  ];
  await collect(engine.turn({ system: "Be brief.", messages, tools }));
  const cache_control = { type: "ephemeral" };
  expect(bodyOf(0)).toMatchObject({
    system: [{ type: "text", text: "Be brief.", cache_control }],
    tools: [
      { name: "look", description: "Looks.", input_schema: tools[0]!.input },
      { name: "wait", cache_control },
    ],
    messages: [
      { role: "user", content: [{ type: "text", text: "One" }] },
      { role: "assistant", content: [{ type: "text", text: "Two" }] },
      {
        role: "user",
        content: [
          { type: "text", text: "Three" },
          { type: "text", text: "Four", cache_control },
        ],
      },
    ],
  });
  expect(JSON.stringify(bodyOf(0)).match(/cache_control/g)).toHaveLength(3);
});

test("[EN2] sends tool results back with images and errors and omits blank texts", async () => {
  const engine = await engineWith(["Thanks."]);
  await collect(
    engine.turn({
      tools,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "text", text: "" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "\n\n" },
            { type: "tool_call", id: "a", name: "look", input: { at: "source" } },
            { type: "tool_call", id: "b", name: "wait", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              callId: "a",
              content: [
                { type: "text", text: "Shut" },
                { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
                { type: "text", text: " " },
              ],
            },
            { type: "tool_result", callId: "b", content: [{ type: "text", text: "No" }], isError: true },
          ],
        },
      ],
    }),
  );
  const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
  expect(bodyOf(0).messages).toEqual([
    { role: "user", content: [{ type: "text", text: "Look" }] },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "a", name: "look", input: { at: "source" } },
        { type: "tool_use", id: "b", name: "wait", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "a",
          content: [
            { type: "text", text: "Shut" },
            { type: "image", source },
          ],
        },
        {
          type: "tool_result",
          tool_use_id: "b",
          content: [{ type: "text", text: "No" }],
          is_error: true,
          cache_control: { type: "ephemeral" },
        },
      ],
    },
  ]);
});

test("[EN2] omits empty messages and another provider's thinking", async () => {
  const engine = await engineWith(["Yes."]);
  const messages: Message[] = [
    userText("One"),
    { role: "assistant", content: [{ type: "thinking", text: "Not signed" }] },
    userText("Two"),
  ];
  await collect(engine.turn({ messages }));
  expect(bodyOf(0).messages?.map(({ role }) => role)).toEqual(["user", "user"]);
});

test.each<[string, Turn["thinking"], number | undefined, object]>([
  ["off", { type: "disabled" }, 100, { max_tokens: 100, thinking: { type: "disabled" } }],
  [
    "a budget within the limit",
    { type: "enabled", budgetTokens: 2000 },
    5000,
    { max_tokens: 5000, thinking: { type: "enabled", budget_tokens: 2000, display: "summarized" } },
  ],
  [
    "a budget that needs a higher limit",
    { type: "enabled", budgetTokens: 20_000 },
    undefined,
    { max_tokens: 28_192, thinking: { type: "enabled", budget_tokens: 20_000, display: "summarized" } },
  ],
  [
    "a budget below the smallest",
    { type: "enabled", budgetTokens: 10 },
    2000,
    { max_tokens: 2000, thinking: { type: "enabled", budget_tokens: 1024, display: "summarized" } },
  ],
])("[EN2] requests thinking with the API's parameters: %s", async (_, thinking, maxTokens, sent) => {
  const engine = await engineWith(["Yes."]);
  await collect(engine.turn({ ...ask, thinking: thinking!, ...(maxTokens !== undefined && { maxTokens }) }));
  expect(bodyOf(0)).toMatchObject(sent);
});

test("[EN2] requests adaptive thinking with a summary and an effort", async () => {
  const engine = await engineWith([{ thinking: "Hm.", text: "Yes." }, "No."], { model: "claude-opus-5-5" });
  const done = await collect(engine.turn({ ...ask, thinking: { type: "adaptive", effort: "high" } }));
  expect(bodyOf(0)).toMatchObject({
    thinking: { type: "adaptive", display: "summarized" },
    output_config: { effort: "high" },
  });
  expect(done.message.content[0]).toMatchObject({ type: "thinking", text: "Hm." });
  await collect(engine.turn({ ...ask, thinking: { type: "adaptive" } }));
  expect(bodyOf(1)).not.toHaveProperty("output_config");
});

test("[HT2] requests no thinking except between tools, and thinking without a summary", async () => {
  const engine = await engineWith(["Yes.", "Yes.", "Yes."], { model: "claude-sonnet-5-5" });
  await collect(engine.turn({ ...ask, thinking: { type: "between_tools" } }));
  await collect(engine.turn({ ...ask, thinking: { type: "adaptive", effort: "xhigh", summary: false } }));
  const enabled = { type: "enabled", budgetTokens: 2000, summary: false } as const;
  await collect(engine.turn({ ...ask, model: "claude-sonnet-4-5", thinking: enabled }));
  expect(bodyOf(0).thinking).toEqual({ type: "between_tools" });
  expect(bodyOf(1)).toMatchObject({ thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } });
  expect(bodyOf(1).thinking).not.toHaveProperty("display");
  expect(bodyOf(2).thinking).toEqual({ type: "enabled", budget_tokens: 2000 });
});

test("[EN2] keeps tools listed that may not be called, and omits the temperature, which this API refuses", async () => {
  const engine = await engineWith(["Yes.", "Yes."]);
  await collect(engine.turn({ ...ask, tools, toolChoice: "none", temperature: 0.5 }));
  expect(bodyOf(0)).toMatchObject({
    tool_choice: { type: "none" },
    tools: [{ name: "look" }, { name: "wait" }],
  });
  expect(bodyOf(0)).not.toHaveProperty("temperature");
  await collect(engine.turn({ ...ask, toolChoice: "none" }));
  expect(bodyOf(1)).not.toHaveProperty("tool_choice");
});

test.each([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
  ["something_new", "end"],
])("[EN2] maps the stop reason %s to %s", async (stop, expected) => {
  const engine = await engineWith([{ text: "So", stop }]);
  expect((await collect(engine.turn(ask))).stop).toBe(expected);
});

test("[EN2] marks a call whose input is not a JSON object and keeps its text", async () => {
  const json = ['{"at": "do'];
  const engine = await engineWith([{ toolCalls: [{ id: "c", name: "look", json }], stop: "max_tokens" }]);
  const done = await collect(engine.turn({ ...ask, tools }));
  expect(done.message.content).toEqual([
    { type: "tool_call", id: "c", name: "look", input: {}, unreadable: '{"at": "do' },
  ]);
});

test("[EN2] a turn may name its own model, and reports the model that answered", async () => {
  const engine = await engineWith([{ text: "Yes.", model: "claude-haiku-4-5-20251001" }]);
  const done = await collect(engine.turn({ ...ask, model: "claude-haiku-4-5" }));
  expect(bodyOf(0).model).toBe("claude-haiku-4-5");
  expect(done.model).toBe("claude-haiku-4-5-20251001");
});

test("[EN2] skips unknown blocks and counts indexes without them", async () => {
  const sse = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const message = { id: "m", model: "claude-x", usage: { input_tokens: 1, output_tokens: 1 } };
  const raw = [
    sse("message_start", { message }),
    sse("content_block_start", {
      index: 0,
      content_block: { type: "server_tool_use", id: "s", name: "x", input: {} },
    }),
    sse("content_block_delta", { index: 0, delta: { type: "input_json_delta", partial_json: "{}" } }),
    sse("content_block_start", { index: 1, content_block: { type: "text", text: "Be" } }),
    sse("content_block_delta", { index: 1, delta: { type: "text_delta", text: "cause." } }),
    sse("something_new", { of: "later" }),
    sse("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } }),
    sse("message_stop", {}),
  ].join("");
  const engine = await engineWith([{ raw }]);
  const events = await eventsOf(engine.turn(ask));
  expect(events.slice(1)).toMatchObject([
    { type: "text", block: 0, text: "Be" },
    { type: "text", block: 0, text: "cause." },
    {
      message: { content: [{ type: "text", text: "Because." }] },
      usage: { inputTokens: 1, outputTokens: 9 },
    },
  ]);
});
