import { expect, test } from "vitest";
import { CLAUDE, calling, hostScene, only, tool } from "../../test/support/host-scene.ts";
import type { MessageFailure } from "./message-answer.ts";

test("[HS1] opens, asks, streams, inspects and ends a session by the original method names", async () => {
  await using scene = await hostScene(["Four.", { thinking: "Sum.", text: ["Fi", "ve."] }]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config());
  expect(session).toMatchObject({ toolCallCount: 0, messages: [] });
  expect(session.lastActivity).toBeInstanceOf(Date);
  expect(manager.getSession(session.id)).toBe(session);
  expect(await manager.sendMessage(session.id, "2 + 2?")).toMatchObject({ content: "Four.", stop: "end" });
  const chunks = await Array.fromAsync(manager.sendMessageStream(session.id, "2 + 3?"));
  expect(chunks.map(({ type }) => type)).toEqual(["thinking", "content", "content", "usage", "done"]);
  expect(session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(scene.asked()[0]!.body).toMatchObject({ model: CLAUDE, system: [{ text: "Be brief." }] });
  await manager.endSession(session.id);
  expect(manager.getSession(session.id)).toBeUndefined();
  expect(() => manager.sendMessageStream(session.id, "More?")).toThrow(/No open session '.*'/);
});

test("[HS1] sendMessage returns text, thinking, calls, tokens and cost", async () => {
  await using scene = await hostScene([
    {
      ...calling("look"),
      thinking: "I look.",
      text: "Let me look.",
      usage: { inputTokens: 100, outputTokens: 10 },
    },
    { text: "It is there.", usage: { inputTokens: 200, outputTokens: 20 } },
  ]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [tool("look", "a box")] }));
  const answer = await manager.sendMessage(id, "Where?");
  expect(answer).toMatchObject({
    content: "Let me look.\n\nIt is there.",
    thinking: "I look.",
    toolCalls: [{ name: "look", input: { step: 0 }, result: "a box", isError: false }],
    usage: { inputTokens: 300, outputTokens: 30 },
    stop: "end",
    warnings: [],
  });
  expect(answer.cost).toBeGreaterThan(0);
  expect(answer).not.toHaveProperty("limited");
});

test("[HS8] a session adds up the usage and cost of its turns", async () => {
  const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 10, cacheWriteTokens: 5 };
  await using scene = await hostScene([
    { text: "One.", usage },
    { text: "Two.", usage },
  ]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config());
  const first = await manager.sendMessage(session.id, "Count.");
  const chunks = await Array.fromAsync(manager.sendMessageStream(session.id, "On."));
  expect(session.usage).toEqual({
    inputTokens: 2000,
    outputTokens: 200,
    cacheReadTokens: 20,
    cacheWriteTokens: 10,
  });
  expect(only(chunks, "usage")).toMatchObject([{ usage, model: CLAUDE, cost: first.cost }]);
  expect(session.cost).toBeCloseTo(2 * first.cost!, 10);
});

test("[HL1] a bare number is a limit per message", async () => {
  await using scene = await hostScene([calling("look", 3), "Two boxes.", calling("look", 2, 7), "Two more."]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config({ tools: [tool("look")], max_tool_calls: 2 }));
  const answer = await manager.sendMessage(session.id, "Look.");
  expect(answer).toMatchObject({
    content: "Two boxes.",
    stop: "limit",
    limited: { error: "Tool call limit exceeded for this message", scope: "message", limit: 2, used: 2 },
  });
  expect(session.toolCallCount).toBe(2);
  expect(session.remaining().message.calls).toBe(0);
  expect(await manager.sendMessage(session.id, "Again.")).toMatchObject({ stop: "end" });
  expect(session.toolCallCount).toBe(4);
});

test("[HL1] limits can change between messages: usage so far counts, and the new limits are stored", async () => {
  await using scene = await hostScene([
    calling("look", 1),
    "One.",
    calling("look", 2, 5),
    "Two.",
    calling("look"),
    "x",
  ]);
  const { manager } = scene;
  const given = scene.config({ tools: [tool("look")], max_tool_calls: 5, limits: { tokens: 10_000 } });
  const session = await manager.initializeSession(given);
  await manager.sendMessage(session.id, "Look.");
  await manager.setLimits(session.id, { max_tool_calls: { per_session: 2 } });
  expect(session.remaining().session.calls).toBe(1);
  expect(session.remaining().message).toMatchObject({ tokens: expect.any(Number) });
  expect(await manager.sendMessage(session.id, "Again.")).toMatchObject({
    limited: { scope: "session", limit: 2, used: 2 },
  });
  await expect(manager.setLimits(session.id, { max_tool_calls: -1 })).rejects.toThrow(
    "max_tool_calls must be",
  );
  expect(session.llmConfig.max_tool_calls).toEqual({ per_session: 2 });
  const resumed = await scene.another().resumeSession(session.id, { tools: [tool("look")] });
  expect(resumed.llmConfig).toMatchObject({ max_tool_calls: { per_session: 2 }, limits: { tokens: 10_000 } });
});

test("[HL1] 0 means no tools: the model sees none", async () => {
  await using scene = await hostScene(["I cannot look."]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [tool("look")], max_tool_calls: 0 }));
  expect(await manager.sendMessage(id, "Look.")).toMatchObject({ content: "I cannot look.", stop: "end" });
  expect(scene.asked()[0]!.body).not.toHaveProperty("tools");
});

test("[HL4] continue grants the limit again or the given amount, and goes on", async () => {
  await using scene = await hostScene([
    calling("look", 2),
    "One so far.",
    calling("look", 2, 5),
    "Two so far.",
    calling("look", 3, 8),
    "Five.",
  ]);
  const { manager } = scene;
  const config = scene.config({ tools: [tool("look")], max_tool_calls: { per_session: 1 } });
  const session = await manager.initializeSession(config);
  expect(() => session.continue()).toThrow("There is no message to continue");
  expect(await manager.sendMessage(session.id, "Look.")).toMatchObject({ stop: "limit" });
  const second = await Array.fromAsync(session.continue());
  expect(only(second, "error")).toMatchObject([
    { error: "Tool call limit exceeded for this session", scope: "session", limit: 2, used: 2 },
  ]);
  expect(session.toolCallCount).toBe(2);
  const third = await Array.fromAsync(session.continue({ session: { calls: 3 } }));
  expect(third.at(-1)).toMatchObject({ type: "done", stop: "end" });
  expect(session.toolCallCount).toBe(5);
  expect(session.remaining().session.calls).toBe(0);
  expect(() => session.continue()).toThrow("There is no message to continue");
});

test("[HL5] limits a single tool, and continue grants that tool more", async () => {
  await using scene = await hostScene([
    calling("save", 2),
    "Saved one.",
    calling("save", 1, 5),
    "Saved two.",
  ]);
  const { manager } = scene;
  const config = scene.config({
    tools: [tool("save"), tool("look")],
    max_tool_calls: { per_tool: { save: 1 } },
  });
  const session = await manager.initializeSession(config);
  const answer = await manager.sendMessage(session.id, "Save twice.");
  expect(answer.limited).toMatchObject({
    error: "Tool call limit exceeded for the tool 'save' in this message",
    scope: "tool",
  });
  const more = await Array.fromAsync(session.continue());
  expect(only(more, "tool_result")).toMatchObject([{ name: "save", is_error: false }]);
});

test("[HL5] a token limit counts across messages", async () => {
  const usage = { inputTokens: 60, outputTokens: 50 };
  await using scene = await hostScene([{ text: "Yes.", usage }]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config({ limits: { tokens: { per_session: 100 } } }));
  await manager.sendMessage(session.id, "One?");
  const answer = await manager.sendMessage(session.id, "Two?");
  expect(answer).toMatchObject({ stop: "limit", limited: { code: "TOKEN_LIMIT", limit: 100, used: 110 } });
  expect(scene.asked()).toHaveLength(1);
});

test("[HL6] reserves a share for critical tools", async () => {
  await using scene = await hostScene([calling("look", 4), "Enough.", calling("save", 1, 9), "Saved."]);
  const { manager } = scene;
  const config = scene.config({
    tools: [tool("look"), tool("save")],
    max_tool_calls: { per_session: 4, critical: ["save"], reserve: 0.25 },
  });
  const session = await manager.initializeSession(config);
  const first = await manager.sendMessage(session.id, "Look around.");
  expect(first.limited?.error).toMatch(/reserved for critical tools$/);
  expect(session.toolCallCount).toBe(3);
  expect(await manager.sendMessage(session.id, "Save it.")).toMatchObject({ content: "Saved.", stop: "end" });
  expect(session.toolCallCount).toBe(4);
});

test("[HS1] accepts images and refuses an empty message", async () => {
  await using scene = await hostScene(["A dot."]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config());
  expect(() => manager.sendMessageStream(id, "  ")).toThrow("The message is empty");
  const dot = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  await manager.sendMessage(id, [{ type: "text", text: "What is it?" }, dot]);
  expect(JSON.stringify(scene.asked()[0]!.body.messages)).toContain("iVBORw0KGgo=");
});

test("[HS1] handles one message at a time and asks a second one to wait", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await hostScene([{ text: ["One", gate.promise, " two."] }, "Three."]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config());
  const first = manager.sendMessageStream(id, "Count.");
  expect((await first.next()).value).toMatchObject({ type: "content", content: "One" });
  const second = manager.sendMessage(id, "And?");
  await expect(second).rejects.toMatchObject({ name: "MessageFailure", code: "BUSY" });
  await expect(manager.switchModel(id, "claude-opus-4-5")).rejects.toThrow("in progress");
  await expect(manager.setLimits(id, { max_tool_calls: 1 })).rejects.toThrow("in progress");
  gate.resolve();
  expect((await Array.fromAsync(first)).at(-1)).toMatchObject({ type: "done" });
  expect(await manager.sendMessage(id, "And?")).toMatchObject({ content: "Three." });
});

test("[HS1] a refusal by the service can be caught, and the session can continue", async () => {
  await using scene = await hostScene([{ status: 400, error: { message: "No." } }, "Yes."]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config());
  const failure: MessageFailure = await manager.sendMessage(session.id, "Now?").then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(failure).toMatchObject({ name: "MessageFailure", code: "ENGINE" });
  expect(failure.message).toContain("No.");
  const chunks = await Array.fromAsync(session.continue());
  expect(only(chunks, "content")).toMatchObject([{ content: "Yes." }]);
});
