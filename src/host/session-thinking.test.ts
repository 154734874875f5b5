import { expect, test } from "vitest";
import { CLAUDE, calling, hostScene, only, tool } from "../../test/support/host-scene.ts";
import { textOf } from "../llm/index.ts";

test("[HT2] an older model gets the configured budget and additional room for the answer", async () => {
  await using scene = await hostScene(["Yes."]);
  const { manager } = scene;
  const thinking = { enabled: true, budget_tokens: 8000 };
  const { id } = await manager.initializeSession(scene.config({ thinking, max_tokens: 1000 }));
  await manager.sendMessage(id, "Now?");
  expect(scene.asked()[0]!.body).toMatchObject({
    max_tokens: 9000,
    thinking: { type: "enabled", budget_tokens: 8000, display: "summarized" },
  });
});

test("[HT2] a newer model gets an effort and is asked for summaries", async () => {
  await using scene = await hostScene([{ thinking: "Hm.", text: "Yes." }]);
  const { manager } = scene;
  const config = scene.config({ model: "claude-opus-5-5", thinking: { effort: "low" } });
  const { id } = await manager.initializeSession(config);
  expect(await manager.sendMessage(id, "Now?")).toMatchObject({ thinking: "Hm.", content: "Yes." });
  expect(scene.asked()[0]!.body).toMatchObject({
    thinking: { type: "adaptive", display: "summarized" },
    output_config: { effort: "low" },
  });
});

test("[HT2] does not request thinking that is switched off", async () => {
  await using scene = await hostScene([{ thinking: "Hm.", text: "Yes." }]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config({ thinking: { enabled: false } }));
  expect(await manager.sendMessage(id, "Now?")).toMatchObject({ thinking: "", warnings: [] });
  expect(scene.asked()[0]!.body.thinking).toEqual({ type: "disabled" });
});

test("[HT2] facts from the service override the table, and the configuration overrides both", async () => {
  const name = "model-of-our-own";
  await using scene = await hostScene(() => "Yes.");
  const { manager } = scene;
  // The table does not contain this model; the scripted service returns the capabilities of newer Claude models.
  const opus = await manager.initializeSession(scene.config({ model: "claude-opus-5-5" }));
  await manager.sendMessage(opus.id, "Now?");
  expect(scene.server.requests[0]).toMatchObject({ method: "GET", path: "/v1/models/claude-opus-5-5" });
  const overrides = { kind: "budget", maxOutput: 4000 } as const;
  const own = await manager.initializeSession(scene.config({ model: name, thinking: { overrides } }));
  await manager.sendMessage(own.id, "Now?");
  expect(scene.asked().at(-1)!.body).toMatchObject({ model: name, max_tokens: 4000 });
});

test("[HT3] all sessions of a manager learn from one refusal of thinking", async () => {
  const refusal = '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".';
  await using scene = await hostScene(({ body }) =>
    (body.thinking as { type: string }).type === "enabled"
      ? { status: 400, error: { message: refusal } }
      : "Yes.",
  );
  const { manager } = scene;
  for (const _ of [1, 2]) {
    const { id } = await manager.initializeSession(
      scene.config({ model: "claude-sonnet-4-6", thinking: { budget_tokens: 2000 } }),
    );
    expect(await manager.sendMessage(id, "Now?")).toMatchObject({ content: "Yes." });
  }
  const types = scene.asked().map(({ body }) => (body.thinking as { type: string }).type);
  expect(types).toEqual(["enabled", "adaptive", "adaptive"]);
});

test("[HT4] thinking on a model without it gives one warning per session and continues", async () => {
  await using scene = await hostScene(["Yes.", "Still."]);
  const { manager } = scene;
  const config = scene.config({ model: "claude-3-5-haiku-20241022", thinking: { enabled: true } });
  const { id } = await manager.initializeSession(config);
  const first = await Array.fromAsync(manager.sendMessageStream(id, "Now?"));
  expect(first[0]).toEqual({
    type: "warning",
    content: "claude-3-5-haiku-20241022 is not known to support thinking: it answers without.",
  });
  expect(first.at(-1)).toMatchObject({ type: "done" });
  expect(scene.asked()[0]!.body).not.toHaveProperty("thinking");
  const second = await Array.fromAsync(manager.sendMessageStream(id, "And now?"));
  expect(only(second, "warning")).toEqual([]);
});

test("[HT5] thinking returns unchanged to its own model, and another model gets none of it", async () => {
  await using scene = await hostScene([
    {
      content: [{ type: "thinking", text: "Hm." }, { type: "redacted" }, { type: "tool_call", name: "look" }],
    },
    "A box.",
    "Still a box.",
    "Yes, a box.",
  ]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config({ tools: [tool("look")] }));
  await manager.sendMessage(session.id, "Where?");
  await manager.sendMessage(session.id, "Sure?");
  const kinds = (index: number) =>
    scene
      .asked()
      [index]!.body.messages!.filter(({ role }) => role === "assistant")
      .map(({ content }) => (content as { type: string }[]).map(({ type }) => type));
  const own = [["thinking", "redacted_thinking", "tool_use"], ["text"]];
  expect([kinds(1), kinds(2)]).toEqual([own.slice(0, 1), own]);
  await manager.switchModel(session.id, "claude-opus-4-1");
  expect(session.llmConfig.model).toBe("claude-opus-4-1");
  await manager.sendMessage(session.id, "And you?");
  expect(scene.asked()[3]!.body.model).toBe("claude-opus-4-1");
  expect(kinds(3)).toEqual([["tool_use"], ["text"], ["text"]]);
  expect(session.messages[1]!.content.map(({ type }) => type)).toEqual(["thinking", "redacted", "tool_call"]);
});

test("[HT5] the new model gets its own thinking back and none of the earlier one", async () => {
  await using scene = await hostScene([
    { thinking: "Old.", text: "One." },
    { ...calling("look"), thinking: "New." },
    "Two.",
    "Three.",
  ]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config({ tools: [tool("look")] }));
  await manager.sendMessage(session.id, "Count.");
  await manager.switchModel(session.id, "claude-opus-4-1");
  await manager.sendMessage(session.id, "On.");
  expect(await manager.sendMessage(session.id, "On.")).toMatchObject({ content: "Three." });
  const said = JSON.stringify(scene.asked().at(-1)!.body.messages);
  expect(said).toContain("New.");
  expect(said).not.toContain("Old.");
  expect(textOf(session.messages.at(-1)!)).toBe("Three.");
  expect(scene.asked()[0]!.body.model).toBe(CLAUDE);
});
