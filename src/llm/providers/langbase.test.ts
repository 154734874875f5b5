import { afterEach, expect, test } from "vitest";
import { type ModelServer, type Script, startModelServer } from "../../testing/index.ts";
import { ask, eventsOf, failureOf } from "../fixtures.ts";
import { userText } from "../message.ts";
import { collect } from "../provider.ts";
import { langbaseEngine } from "./langbase.ts";

let server: ModelServer;
afterEach(() => server.close());

async function engineWith(script: Script) {
  server = await startModelServer(script);
  return langbaseEngine({ apiKey: "pipe_test", baseUrl: server.url });
}

test("[EN4] sends the documented request with the key as a bearer token", async () => {
  const engine = await engineWith(["So."]);
  await collect(
    engine.turn({ system: "System prompt...", messages: [userText("User input")], thread: "session-uuid" }),
  );
  const { path, body, headers } = server.requests[0]!;
  expect(path).toBe("/v1/pipes/run");
  expect(headers.authorization).toBe("Bearer pipe_test");
  expect(body).toEqual({
    name: "linear-reasoning-v1",
    messages: [
      { role: "system", content: "System prompt..." },
      { role: "user", content: "User input" },
    ],
    stream: false,
    threadId: "session-uuid",
  });
});

test("[EN4] returns the completion as text and keeps the service's thread id", async () => {
  const text = '{"thought":"So.","confidence":0.85}';
  const engine = await engineWith([
    { text, thread: "lb-thread", model: "gpt-x", id: "c1", usage: { inputTokens: 3, outputTokens: 4 } },
  ]);
  expect(await eventsOf(engine.turn({ ...ask, thread: "mine" }))).toEqual([
    { type: "start", model: "gpt-x", id: "c1" },
    { type: "text", block: 0, text },
    {
      type: "done",
      message: { role: "assistant", content: [{ type: "text", text }] },
      stop: "end",
      usage: { inputTokens: 3, outputTokens: 4 },
      model: "gpt-x",
      id: "c1",
      thread: "lb-thread",
    },
  ]);
});

test("[EN4] a turn may name another pipe; without a thread the service creates one", async () => {
  const engine = await engineWith(["So."]);
  const done = await collect(engine.turn({ ...ask, model: "tree-reasoning-v1" }));
  expect(server.requests[0]?.body).toMatchObject({ name: "tree-reasoning-v1" });
  expect(server.requests[0]?.body).not.toHaveProperty("threadId");
  expect(done.thread).toMatch(/./);
});

test.each(["{}", '{"completion": 7}', "null", "not json", ""])(
  "[EN1] an answer without a completion is unreadable: %s",
  async (raw) => {
    const failure = await failureOf((await engineWith([{ raw }])).turn(ask));
    expect(failure).toMatchObject({
      kind: "unavailable",
      message: "Langbase sent an answer that Clew cannot read.",
    });
  },
);

test("[EN4] refuses tools before sending anything", async () => {
  const engine = await engineWith([]);
  const tools = [{ name: "look", description: "Looks.", input: { type: "object" } }];
  expect((await failureOf(engine.turn({ ...ask, tools }))).kind).toBe("refused");
  expect(server.requests).toHaveLength(0);
});
