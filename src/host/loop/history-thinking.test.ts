import { afterEach, expect, test } from "vitest";
import { type Message, textOf, userText } from "../../llm/index.ts";
import { type ModelServer, startModelServer } from "../../testing/index.ts";
import { claudeAt, conversationWith, converse, partsOf, resultsIn, toolOf } from "./fixtures.ts";
import { stripThinking } from "./history.ts";

let server: ModelServer | undefined;
afterEach(() => server?.close());

test("[HT5] another model gets all messages and results, without the thinking", async () => {
  server = await startModelServer([
    {
      content: [
        { type: "thinking", text: "First." },
        { type: "redacted" },
        { type: "text", text: "I look." },
        { type: "tool_call", name: "look", id: "a" },
      ],
    },
    { thinking: "Then.", text: "Found." },
    { thinking: "Mine.", text: "Yes." },
    { thinking: "Mine.", text: "Again." },
  ]);
  const tools = [toolOf("look")];
  const first = await converse(conversationWith(), "Go", partsOf(claudeAt(server.url), { tools }));
  const messages = stripThinking(first.result.messages);
  expect(JSON.stringify(messages)).not.toMatch(/thinking|redacted|signature/);
  expect(messages.map(textOf)).toEqual(["Go", "I look.", "", "Found."]);
  expect(resultsIn(messages)).toEqual({ a: "look is done" });
  // An older model, which refuses signatures that are not its own.
  const other = claudeAt(server.url, "claude-sonnet-4-5");
  const thinking = { type: "enabled", budgetTokens: 1024 } as const;
  const parts = partsOf(other, { tools, thinking });
  const next = await converse({ ...first.result, messages }, "And?", parts);
  expect(next.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  expect((await converse(next.result, "Sure?", parts)).chunks.at(-1)).toMatchObject({ stop: "end" });
  expect(server.requests.map(({ refusal }) => refusal)).toEqual(Array(4).fill(undefined));
});

test("[HT5] removes a message of thinking only, leaves others unchanged, and is idempotent", () => {
  const thought: Message = {
    role: "assistant",
    content: [{ type: "thinking", text: "Hm.", signature: "s" }],
  };
  const said: Message = { role: "assistant", content: [{ type: "text", text: "Yes." }] };
  const messages = [userText("Go"), thought, userText("Well?"), said];
  const stripped = stripThinking(messages);
  expect(stripped).toEqual([userText("Go"), userText("Well?"), said]);
  expect(stripped[2]).toBe(said);
  expect(stripThinking(stripped)).toEqual(stripped);
});

test("[HT5] warns a session whose model was changed without clearing its thinking, and drops the thinking", async () => {
  server = await startModelServer([
    { thinking: "Hm.", text: "One." },
    { thinking: "Hm.", text: "Two." },
  ]);
  const first = await converse(conversationWith(), "Go", partsOf(claudeAt(server.url)));
  const thinking = { type: "enabled", budgetTokens: 1024 } as const;
  const parts = partsOf(claudeAt(server.url, "claude-sonnet-4-5"), { thinking });
  const { chunks } = await converse(first.result, "And?", parts);
  expect(chunks[0]).toEqual({
    type: "warning",
    content: expect.stringMatching(/^Thinking of earlier messages/),
  });
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
});
