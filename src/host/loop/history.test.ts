import { afterEach, expect, test } from "vitest";
import { type Message, textOf, userText } from "../../llm/index.ts";
import { type ModelServer, startModelServer } from "../../testing/index.ts";
import { claudeAt, conversationWith, converse, partsOf, resultsIn, toolOf } from "./fixtures.ts";
import { answerOpenCalls, NOT_ANSWERED } from "./history.ts";

let server: ModelServer | undefined;
afterEach(() => server?.close());

const calling = (...ids: readonly string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_call", id, name: "look", input: {} })),
});
const answering = (...ids: readonly string[]): Message => ({
  role: "user",
  content: ids.map((id) => ({ type: "tool_result", callId: id, content: [{ type: "text", text: "ok" }] })),
});

test("[HS3] adds a result to every call without one, before the message that follows it", () => {
  const broken = [
    userText("Go"),
    calling("a", "b"),
    answering("b"),
    calling("c"),
    userText("Hello?"),
    calling("d"),
  ];
  const messages = answerOpenCalls(broken);
  expect(messages.map(({ role }) => role).join(" ")).toBe(
    "user assistant user user assistant user user assistant user",
  );
  expect(resultsIn(messages)).toEqual({ a: NOT_ANSWERED, b: "ok", c: NOT_ANSWERED, d: NOT_ANSWERED });
  expect(answerOpenCalls(messages)).toBe(messages);
});

test("[HS3] returns a valid history unchanged", () => {
  const messages = [userText("Go"), calling("a", "b"), answering("b", "a")];
  expect(answerOpenCalls(messages)).toBe(messages);
  expect(answerOpenCalls([])).toEqual([]);
});

test("[HS3] a conversation continues after its process was killed during a call", async () => {
  server = await startModelServer([
    { thinking: "Hm.", text: "I look.", toolCalls: [{ name: "look" }] },
    "Yes.",
    "So.",
  ]);
  const parts = partsOf(claudeAt(server.url), { tools: [toolOf("look")] });
  const { result } = await converse(conversationWith(), "Go", parts);
  const killed = { ...result, messages: result.messages.slice(0, 2) };
  const { chunks, result: after } = await converse(killed, "Still there?", parts);
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  expect(after.messages.map(textOf)).toEqual(["Go", "I look.", "", "Still there?", "So."]);
  expect(server.requests.map(({ refusal }) => refusal)).toEqual([undefined, undefined, undefined]);
});
