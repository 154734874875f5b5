import { afterEach, expect, test } from "vitest";
import { type ModelServer, type ModelServerOptions, type Script, startModelServer } from "./index.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

const ask = { name: "linear-reasoning-v1", messages: [{ role: "user", content: "Why?" }], stream: false };

async function run(script: Script, body: object = {}, options: ModelServerOptions = {}, key = "lb-right") {
  server = await startModelServer(script, options);
  return await fetch(`${server.url}/v1/pipes/run`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...ask, ...body }),
  });
}

test("[EN10] a pipe's text is in completion, the model's own answer in raw, the thread in a header", async () => {
  const response = await run(['{"thought":"Because.","confidence":0.9}'], { threadId: "session-1" });
  expect(response.headers.get("lb-thread-id")).toBe("session-1");
  expect(await response.json()).toMatchObject({
    completion: '{"thought":"Because.","confidence":0.9}',
    raw: {
      object: "chat.completion",
      choices: [{ finish_reason: "stop" }],
      usage: { prompt_tokens: expect.any(Number) },
    },
  });
});

test("[EN10] creates a thread by default, and the script can set it", async () => {
  expect((await run(["Because."])).headers.get("lb-thread-id")).toBe("thread-scripted-1");
  await server?.close();
  const named = await run([{ text: "Because.", thread: "t-9" }], { threadId: "session-1" });
  expect(named.headers.get("lb-thread-id")).toBe("t-9");
});

test("[EN10] a pipe streams chunks of chat completions", async () => {
  const response = await run([{ text: ["Be", "cause."] }], { stream: true });
  const text = await response.text();
  expect(text).toContain('"content":"cause."');
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
});

test.each([
  ["an unknown pipe", { name: "none" }, 404, "NOT_FOUND"],
  ["no pipe", { name: undefined }, 400, "BAD_REQUEST"],
  ["no messages", { messages: [] }, 400, "BAD_REQUEST"],
  ["a role of its own", { messages: [{ role: "robot" }] }, 400, "BAD_REQUEST"],
])("[EN10] Langbase refuses %s", async (_, body, status, code) => {
  const response = await run([], body, { models: ["linear-reasoning-v1"] });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ success: false, error: { code, status } });
});

test("[EN10] Langbase refuses a wrong key", async () => {
  const response = await run([], {}, { key: "lb-right" }, "lb-wrong");
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: "UNAUTHORIZED" } });
});
