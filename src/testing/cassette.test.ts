import { globSync, readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, test } from "vitest";
import { type Cassette, type CassettePlayer, replayCassette } from "./index.ts";

const FOLDER = new URL("../../test/cassettes/", import.meta.url);
const at = (name: string) => new URL(`${name}.json`, FOLDER);
const read = (name: string): Cassette => JSON.parse(readFileSync(at(name), "utf8"));

let player: CassettePlayer;
afterEach(async () => {
  await player?.close();
});

async function throughAnthropic(name: string) {
  player = await replayCassette(at(name));
  const client = new Anthropic({ baseURL: player.url, apiKey: "any", maxRetries: 0 });
  const body = read(name).request.body as unknown as Anthropic.MessageCreateParams;
  if (body.stream !== true)
    return await client.messages.create(body as Anthropic.MessageCreateParamsNonStreaming);
  return await client.messages.stream(body).finalMessage();
}

async function post(name: string, change: object = {}) {
  player = await replayCassette(at(name));
  const { path, body } = read(name).request;
  return await fetch(player.url + path, { method: "POST", body: JSON.stringify({ ...body, ...change }) });
}

describe("cassettes of Anthropic through its own client", () => {
  test.each(["anthropic/text", "anthropic/text-streamed"])("[EN11] %s", async (name) => {
    expect(await throughAnthropic(name)).toMatchObject({
      content: [{ type: "text", text: "The capital of Portugal is Lisbon." }],
      stop_reason: "end_turn",
      usage: { input_tokens: 16, output_tokens: 11 },
    });
  });

  test("[EN11] anthropic/thinking-streamed", async () => {
    const { content, usage } = await throughAnthropic("anthropic/thinking-streamed");
    expect(content).toMatchObject([
      {
        type: "thinking",
        thinking: "Is 91 a prime? 91 = 7 × 13, so it is not.",
        signature: expect.stringMatching(/.{50}/),
      },
      { type: "text", text: "No: 91 is 7 times 13." },
    ]);
    expect(usage.output_tokens).toBe(58);
  });

  test("[EN11] anthropic/tool-call-streamed", async () => {
    const { content, stop_reason } = await throughAnthropic("anthropic/tool-call-streamed");
    expect(content).toMatchObject([
      { type: "text", text: "I will look it up." },
      { type: "tool_use", name: "get_weather", input: { city: "Lisbon" } },
    ]);
    expect(stop_reason).toBe("tool_use");
  });

  test.each([
    ["anthropic/error-401", 401, "authentication_error"],
    ["anthropic/error-404-model", 404, "not_found_error"],
    ["anthropic/error-429", 429, "rate_limit_error"],
  ])("[EN11] %s", async (name, status, type) => {
    const error = await throughAnthropic(name).catch((thrown) => thrown);
    expect(error).toMatchObject({ status, error: { error: { type } } });
    if (status === 429) expect(error.headers.get("retry-after")).toBe("12");
  });
});

describe("cassettes of other services", () => {
  test("[EN11] openai/text", async () => {
    expect(await (await post("openai/text")).json()).toMatchObject({
      choices: [{ message: { content: "The capital of Portugal is Lisbon." }, finish_reason: "stop" }],
    });
  });

  test.each([
    ["openai/text-streamed", "content", "The capital of Portugal is Lisbon."],
    ["openai/tool-call-streamed", "arguments", '{"city":"Lisbon"}'],
  ])("[EN11] %s", async (name, field, whole) => {
    const text = await (await post(name)).text();
    const lines = text.split("\n\n").filter((line) => line !== "");
    expect(lines.at(-1)).toBe("data: [DONE]");
    const deltas = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)).choices[0]?.delta ?? {});
    const said = deltas.map((delta) =>
      field === "content" ? delta.content : delta.tool_calls?.[0].function.arguments,
    );
    expect(said.join("")).toBe(whole);
  });

  test("[EN11] langbase/text", async () => {
    const response = await post("langbase/text");
    expect(response.headers.get("lb-thread-id")).toMatch(/./);
    const { completion } = (await response.json()) as { completion: string };
    expect(JSON.parse(completion)).toMatchObject({ confidence: 0.97 });
  });

  test.each([
    ["openai/error-401", 401, "invalid_api_key"],
    ["langbase/error-401", 401, "UNAUTHORIZED"],
    ["langbase/error-404-pipe", 404, "NOT_FOUND"],
  ])("[EN11] %s", async (name, status, code) => {
    const response = await post(name);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status,
      body: { error: { code } },
    });
  });
});

describe("a replay", () => {
  test("[EN11] says what differs", async () => {
    const response = await post("anthropic/tool-call-streamed", { model: "claude-other" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('model was \\"claude-haiku-4-5\\" and is \\"claude-other\\"');
    expect(player.differences).toEqual(['model was "claude-haiku-4-5" and is "claude-other"']);
  });

  test.each([
    [
      "another message",
      { messages: [{ role: "user", content: "What is the weather in Porto?" }] },
      /^messages\.0\.content\.0\.text was/,
    ],
    ["another tool", { tools: [] }, /^tools\.0 was .* and is absent$/],
    ["no stream", { stream: false }, /^the answer was streamed and is to be whole$/],
  ])("[EN11] refuses %s", async (_, change, difference) => {
    expect((await post("anthropic/tool-call-streamed", change)).status).toBe(400);
    expect(player.differences).toEqual([expect.stringMatching(difference)]);
  });

  test("[EN11] ignores limits, cache marks and the format of a text", async () => {
    const text = { type: "text", text: "Is 91 a prime number?", cache_control: { type: "ephemeral" } };
    const change = { max_tokens: 5, thinking: undefined, messages: [{ role: "user", content: [text] }] };
    expect((await post("anthropic/thinking-streamed", change)).status).toBe(200);
  });

  test("[EN11] arrives in the chunks of the cassette", async () => {
    const response = await post("anthropic/thinking-streamed");
    const decoder = new TextDecoder();
    const chunks: string[] = [];
    for await (const chunk of response.body!) chunks.push(decoder.decode(chunk, { stream: true }));
    expect(chunks.join("")).toBe(read("anthropic/thinking-streamed").response.chunks.join(""));
    expect(chunks.length).toBeGreaterThan(1);
  });
});

test("[EN11] every cassette has an origin and no key", () => {
  const files = globSync("**/*.json", { cwd: FOLDER });
  expect(files.length).toBe(14);
  for (const file of files) {
    const text = readFileSync(new URL(file, FOLDER), "utf8");
    expect(JSON.parse(text).origin).toMatch(/^(recorded|written from the documented format)$/);
    expect(text).not.toMatch(/sk-(?!0+\b)[\w-]{8,}|org-[A-Za-z0-9]{8,}|req_(?!0+\b)\w{8,}/);
  }
});
