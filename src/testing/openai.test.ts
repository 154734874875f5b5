import { afterEach, describe, expect, test } from "vitest";
import { type ModelServer, type ModelServerOptions, type Script, startModelServer } from "./index.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

const ask = { model: "gpt-4o", messages: [{ role: "user", content: "What is 2 + 3?" }] };
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "5" });
const calls = (...ids: string[]) => ({
  role: "assistant",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "add", arguments: "{}" } })),
});

async function post(script: Script, body: object, options: ModelServerOptions = {}, key = "sk-right") {
  server = await startModelServer(script, options);
  return await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...ask, ...body }),
  });
}

async function events(response: Response) {
  const lines = (await response.text()).split("\n\n").filter((line) => line !== "");
  expect(lines.at(-1)).toBe("data: [DONE]");
  return lines.slice(0, -1).map((line) => JSON.parse(line.replace(/^data: /, "")));
}

describe("chat completions", () => {
  test("[EN10] returns a whole text", async () => {
    const response = await post([{ text: "Five.", usage: { inputTokens: 7, outputTokens: 2 } }], {});
    expect(await response.json()).toMatchObject({
      object: "chat.completion",
      model: "gpt-4o",
      choices: [{ index: 0, message: { role: "assistant", content: "Five." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
    });
  });

  test("[EN10] streams a text in pieces, with usage if requested", async () => {
    const chunks = await events(
      await post([{ text: ["Fi", "ve."] }], { stream: true, stream_options: { include_usage: true } }),
    );
    expect(chunks.map(({ choices }) => choices[0]?.delta.content)).toEqual([
      "",
      "Fi",
      "ve.",
      undefined,
      undefined,
    ]);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: "stop" }], usage: null });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 2 } });
  });

  test("[EN10] omits usage by default", async () => {
    const chunks = await events(await post(["Five."], { stream: true }));
    expect(chunks.filter((chunk) => "usage" in chunk)).toEqual([]);
  });

  test("[EN10] tool calls are streamed by their index, their arguments in pieces", async () => {
    const toolCalls = [
      { name: "add", json: ['{"a":', "2}"] },
      { name: "sub", input: { b: 3 }, id: "call_own" },
    ];
    const chunks = await events(await post([{ thinking: "Hm.", toolCalls }], { stream: true }));
    const deltas = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
    expect(deltas).toMatchObject([
      { index: 0, type: "function", function: { name: "add", arguments: "" } },
      { index: 0, function: { arguments: '{"a":' } },
      { index: 0, function: { arguments: "2}" } },
      { index: 1, id: "call_own", function: { name: "sub", arguments: "" } },
      { index: 1, function: { arguments: '{"b":3}' } },
    ]);
    expect(chunks.some(({ choices }) => choices[0].delta.reasoning_content === "Hm.")).toBe(true);
    expect(chunks.at(-1).choices[0].finish_reason).toBe("tool_calls");
  });

  test("[EN10] returns whole tool calls", async () => {
    const response = await post([{ toolCalls: [{ name: "add", input: { a: 2 } }] }], {});
    const { choices } = (await response.json()) as { choices: unknown[] };
    expect(choices).toMatchObject([
      { message: { content: null, tool_calls: [{ function: { name: "add", arguments: '{"a":2}' } }] } },
    ]);
  });

  test("[EN10] an error in the stream has the service's format and ends it", async () => {
    const text = await (
      await post([{ text: "Fi", streamError: { message: "gone" } }], { stream: true })
    ).text();
    expect(JSON.parse(text.trim().split("\n\n").at(-1)!.slice(6))).toMatchObject({
      error: { message: "gone" },
    });
  });
});

describe("refusals of chat completions", () => {
  test.each([
    ["no model", { model: undefined }, 400, { type: "invalid_request_error" }],
    ["an unknown model", { model: "gpt-none" }, 404, { code: "model_not_found" }],
    ["no messages", { messages: [] }, 400, { code: "empty_array", param: "messages" }],
    ["a role of its own", { messages: [{ role: "robot" }] }, 400, { param: "messages[0].role" }],
    ["a result without a call", { messages: [result("1")] }, 400, { param: "messages.[0].role" }],
    [
      "a call without a result",
      { messages: [calls("1"), ask.messages[0]] },
      400,
      { param: "messages.[1].role" },
    ],
    ["one of two results", { messages: [calls("1", "2"), result("1")] }, 400, { param: "messages.[2].role" }],
    [
      "a result twice",
      { messages: [calls("1"), result("1"), result("1")] },
      400,
      { param: "messages.[2].role" },
    ],
    [
      "the old limit on a model that reasons",
      { model: "o4-mini", max_tokens: 5 },
      400,
      { param: "max_tokens" },
    ],
    ["a temperature there", { model: "o4-mini", temperature: 0 }, 400, { param: "temperature" }],
  ])("[EN10] %s", async (_, body, status, error) => {
    const response = await post([], body, { models: ["gpt-4o", "o4-mini"] });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status,
      body: { error },
    });
  });

  test("[EN10] a wrong key is refused, unless the service needs none", async () => {
    const refused = await post([], {}, { key: "sk-right" }, "sk-wrong");
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: "invalid_api_key" } });
    await server?.close();
    server = await startModelServer(["Five."], { key: false });
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify(ask),
    });
    expect(response.status).toBe(200);
  });

  test("[EN10] answered calls are accepted", async () => {
    const messages = [...ask.messages, calls("1", "2"), result("2"), result("1")];
    expect((await post(["Five."], { messages })).status).toBe(200);
  });
});

test("[EN10] other clients get the models in OpenAI's format", async () => {
  server = await startModelServer([], { key: false, models: ["llama3"] });
  const list = await (await fetch(`${server.url}/v1/models`)).json();
  expect(list).toMatchObject({ object: "list", data: [{ id: "llama3", object: "model" }] });
  expect((await fetch(`${server.url}/v1/models/none`)).status).toBe(404);
});
