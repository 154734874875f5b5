import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, test } from "vitest";
import { type ModelServer, type Script, startModelServer } from "./index.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

async function clientOf(script: Script): Promise<Anthropic> {
  server = await startModelServer(script, { key: "sk-right" });
  return new Anthropic({ baseURL: server.url, apiKey: "sk-right", maxRetries: 0 });
}

const TOOLS = [
  { name: "add", description: "Adds.", input_schema: { type: "object" as const, properties: {} } },
];
const ask = {
  model: "claude-opus-4-6",
  max_tokens: 4096,
  messages: [{ role: "user" as const, content: "What is 2 + 3?" }],
};
const thinking = { type: "adaptive" as const, display: "summarized" as const };

describe("the Messages API through its own client", () => {
  test("[EN10] returns a whole text", async () => {
    const client = await clientOf(["Five."]);
    const message = await client.messages.create(ask);
    expect(message).toMatchObject({
      role: "assistant",
      model: "claude-opus-4-6",
      content: [{ type: "text", text: "Five." }],
      stop_reason: "end_turn",
      usage: { output_tokens: 2 },
    });
    expect(server!.requests[0]!.body).toMatchObject(ask);
  });

  test("[EN10] streams a text in the scripted pieces", async () => {
    const client = await clientOf([{ text: ["Fi", "ve", "."], usage: { inputTokens: 7, outputTokens: 3 } }]);
    const stream = client.messages.stream(ask);
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    const message = await stream.finalMessage();
    expect(pieces).toEqual(["Fi", "ve", "."]);
    expect(message.content).toMatchObject([{ type: "text", text: "Five." }]);
    expect(message.usage).toMatchObject({ input_tokens: 7, output_tokens: 3 });
  });

  test.each(["streamed", "whole"])(
    "[EN10] thinking, redacted thinking and a tool call come back %s",
    async (how) => {
      const client = await clientOf([
        {
          content: [
            { type: "thinking", text: ["Two and ", "three."] },
            { type: "redacted" },
            { type: "text", text: "Let me add." },
            { type: "tool_call", name: "add", input: { a: 2, b: 3 }, json: ['{"a":2', ',"b":3}'] },
          ],
        },
      ]);
      const body = { ...ask, thinking, tools: TOOLS };
      const message = await (how === "streamed"
        ? client.messages.stream(body).finalMessage()
        : client.messages.create(body));
      expect(message.content).toMatchObject([
        { type: "thinking", thinking: "Two and three.", signature: expect.stringMatching(/./) },
        { type: "redacted_thinking", data: expect.stringMatching(/./) },
        { type: "text", text: "Let me add." },
        { type: "tool_use", name: "add", input: { a: 2, b: 3 }, id: expect.stringMatching(/^toolu_/) },
      ]);
      expect(message.stop_reason).toBe("tool_use");
    },
  );

  test("[EN10] accepts a tool loop when everything is sent back verbatim", async () => {
    const client = await clientOf([
      { thinking: "I should add.", toolCalls: [{ name: "add", input: { a: 2, b: 3 } }] },
      "Five.",
    ]);
    const body = { ...ask, thinking, tools: TOOLS };
    const first = await client.messages.stream(body).finalMessage();
    const call = first.content.find((block) => block.type === "tool_use")!;
    const last = await client.messages.create({
      ...body,
      messages: [
        ...ask.messages,
        { role: "assistant", content: first.content },
        { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: "5" }] },
      ],
    });
    expect(last.content).toMatchObject([{ type: "text", text: "Five." }]);
    expect(server!.requests.map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
  });

  test("[EN10] returns thinking only when requested", async () => {
    const reply = { thinking: "Hm.", text: "Five." };
    const client = await clientOf([reply, reply, reply]);
    const types = async (more: object) =>
      (await client.messages.create({ ...ask, ...more } as typeof ask)).content.map((block) =>
        block.type === "thinking" ? `thinking: ${block.thinking}` : block.type,
      );
    expect(await types({})).toEqual(["text"]);
    expect(await types({ thinking })).toEqual(["thinking: Hm.", "text"]);
    expect(await types({ model: "claude-opus-5-5" })).toEqual(["thinking: ", "text"]);
  });

  test("[EN10] lists and describes models", async () => {
    server = await startModelServer([], { models: ["claude-opus-5-5", "claude-haiku-4-5"] });
    const client = new Anthropic({ baseURL: server.url, apiKey: "any", maxRetries: 0 });
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(["claude-opus-5-5", "claude-haiku-4-5"]);
    const { capabilities } = await client.models.retrieve("claude-opus-5-5");
    expect(capabilities?.thinking.types).toMatchObject({
      adaptive: { supported: true },
      enabled: { supported: false },
      disabled: { supported: false },
    });
    await expect(client.models.retrieve("claude-none")).rejects.toMatchObject({ status: 404 });
  });
});

describe("errors of the Messages API", () => {
  test("[EN10] a wrong key, a missing version and an unknown model are refused in the service's format", async () => {
    server = await startModelServer([], { key: "sk-right", models: ["claude-opus-4-6"] });
    const { url } = server;
    const as = (apiKey: string) => new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });
    await expect(as("sk-wrong").messages.create(ask)).rejects.toMatchObject({
      status: 401,
      error: { type: "error", error: { type: "authentication_error" } },
    });
    await expect(as("sk-right").messages.create({ ...ask, model: "claude-none" })).rejects.toMatchObject({
      status: 404,
      error: { error: { type: "not_found_error", message: "model: claude-none" } },
    });
    const bare = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "sk-right" },
      body: JSON.stringify(ask),
    });
    expect(bare.status).toBe(400);
    expect(await bare.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  });

  test("[EN10] a status returns an error with its headers", async () => {
    const client = await clientOf([{ status: 429, headers: { "retry-after": "7" } }, { status: 529 }]);
    const refused = await client.messages.create(ask).catch((error) => error);
    expect(refused).toMatchObject({ status: 429, error: { error: { type: "rate_limit_error" } } });
    expect(refused.headers.get("retry-after")).toBe("7");
    await expect(client.messages.create(ask)).rejects.toMatchObject({
      error: { error: { type: "overloaded_error" } },
    });
  });

  test("[EN10] an error event ends a stream", async () => {
    const client = await clientOf([{ text: "Fi", streamError: {} }]);
    const stream = client.messages.stream(ask);
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    await expect(stream.finalMessage()).rejects.toThrow(/overloaded_error/i);
    expect(pieces).toEqual(["Fi"]);
  });

  test.each(["before headers", "after headers", "in the stream"] as const)(
    "[EN10] closes the connection %s",
    async (hangUp) => {
      const client = await clientOf([{ text: "Fi", hangUp }]);
      const stream = client.messages.stream(ask);
      const pieces: string[] = [];
      stream.on("text", (piece) => pieces.push(piece));
      await expect(stream.finalMessage()).rejects.toThrow();
      expect(pieces).toEqual(hangUp === "in the stream" ? ["Fi"] : []);
      expect(await server!.requests[0]!.ended).toBe("server hung up");
    },
  );

  test("[EN10] a stream split at every byte can be read", async () => {
    const text = "Fünf: 五, 🖐️.";
    const client = await clientOf([{ thinking: "Zählen…", text, split: 1 }]);
    const message = await client.messages.stream({ ...ask, thinking }).finalMessage();
    expect(message.content).toMatchObject([{ thinking: "Zählen…" }, { text }]);
  });
});
