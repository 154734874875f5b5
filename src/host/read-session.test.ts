import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect, test } from "vitest";
import { calling, hostScene, only, thoughtsOf, tool } from "../../test/support/host-scene.ts";
import { textOf } from "../llm/index.ts";

test("[HS6] another manager continues with the same history, budget and usage", async () => {
  const usage = { inputTokens: 100, outputTokens: 10 };
  await using scene = await hostScene([
    { ...calling("look", 2), usage },
    { text: "Two boxes.", usage },
    { ...calling("look", 2, 5), usage },
    { text: "Three.", usage },
  ]);
  const tools = [tool("look")];
  const config = scene.config({
    tools,
    max_tool_calls: { per_session: 3 },
    api_key: "sk-scripted-key-0123456789",
  });
  const before = await scene.manager.initializeSession(config);
  await scene.manager.sendMessage(before.id, "Look.");
  await scene.manager.close();

  const manager = scene.another();
  await expect(manager.resumeSession("nope")).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  const session = await manager.resumeSession(before.id, { tools });
  expect(session.messages).toEqual(before.messages);
  expect(session).toMatchObject({ toolCallCount: 2, usage: before.usage, cost: before.cost });
  expect(session.remaining().session.calls).toBe(1);
  const answer = await manager.sendMessage(session.id, "More.");
  expect(answer.limited).toMatchObject({ scope: "session", limit: 3, used: 3 });
  expect(scene.asked().at(-1)!.refusal).toBeUndefined();
  expect(await manager.resumeSession(session.id)).toBe(session);
  const kept = JSON.stringify([
    await scene.store.conversation(session.id),
    await scene.store.messages(session.id, {}),
  ]);
  expect(kept).not.toContain("sk-scripted");
});

test("[HS6] warns about options that cannot be stored and takes them from the new options", async () => {
  await using scene = await hostScene(["One.", "Two.", "Three."]);
  const env = { command: "nothing-of-the-kind", env: { TOKEN: "hidden" } };
  const { id } = await scene.manager.initializeSession(
    scene.config({ tools: [tool("look")], servers: { files: env }, system_prompt: "Old." }),
  );
  const first = await scene.manager.sendMessage(id, "1?");
  expect(first.warnings).toEqual([expect.stringMatching(/^The server 'files' cannot be used: /)]);
  const plain = scene.another();
  await plain.resumeSession(id);
  expect((await plain.sendMessage(id, "2?")).warnings).toEqual([
    "The program's own tools are not stored and are missing: look.",
    "servers.files.env.TOKEN is not stored, so its server was not started: pass `servers` again.",
  ]);
  const full = scene.another();
  await full.resumeSession(id, { tools: [tool("look")], servers: {}, system_prompt: "New." });
  expect((await full.sendMessage(id, "3?")).warnings).toEqual([]);
  expect(scene.asked().at(-1)!.body.system).toMatchObject([{ text: "New." }]);
});

test("[HS6] requires the key again, and a model object too", async () => {
  await using scene = await hostScene(["One.", "Two."]);
  const keyed = await scene.manager.initializeSession(scene.config());
  const bare = scene.another({ env: {} });
  await expect(bare.resumeSession(keyed.id)).rejects.toThrow("set ANTHROPIC_API_KEY");
  await bare.resumeSession(keyed.id, { api_key: "sk-x", base_url: scene.server.url });
  const model = createOpenAICompatible({ name: "own", baseURL: `${scene.server.url}/v1`, apiKey: "k" })(
    "own-1",
  );
  const own = await scene.manager.initializeSession({ model });
  await scene.manager.sendMessage(own.id, "1?");
  await expect(bare.resumeSession(own.id)).rejects.toThrow(
    "`model` is required: 'own-1' was passed as an object",
  );
  await bare.resumeSession(own.id, { model });
  expect(await bare.sendMessage(own.id, "2?")).toMatchObject({ content: "Two." });
});

test("[HS6] when two managers continue one session, the second gets a conflict", async () => {
  await using scene = await hostScene(["One.", "Two.", "Three."]);
  const { id } = await scene.manager.initializeSession(scene.config());
  const other = scene.another();
  const stale = await other.resumeSession(id);
  await scene.manager.sendMessage(id, "1?");
  const chunks = await Array.fromAsync(other.sendMessageStream(id, "Mine?"));
  expect(chunks).toEqual([
    {
      type: "error",
      code: "CONFLICT",
      error: expect.stringMatching(
        /has 2 messages but this process has seen 0: another process continued it/,
      ),
      fatal: true,
    },
  ]);
  expect(stale.messages).toEqual([]);
  await expect(other.sendMessage(id, "Mine?")).rejects.toMatchObject({ code: "CONFLICT" });
  expect(scene.asked()).toHaveLength(1);
  await other.resumeSession(id, {});
  expect(await other.sendMessage(id, "2?")).toMatchObject({ content: "Two." });
});

test("[HS6] a conflict during a message stops it", async () => {
  const gate = Promise.withResolvers<void>();
  const hold = { ...tool("hold"), run: () => gate.promise.then(() => ({ content: [], isError: false })) };
  await using scene = await hostScene([calling("hold"), "Two.", "Never."]);
  const { id } = await scene.manager.initializeSession(scene.config({ tools: [hold] }));
  const stream = scene.manager.sendMessageStream(id, "1?");
  for (let step = await stream.next(); step.value?.type !== "tool_start"; ) step = await stream.next();
  const other = scene.another();
  await other.resumeSession(id, { tools: [hold] });
  await other.sendMessage(id, "2?");
  gate.resolve();
  const rest = await Array.fromAsync(stream);
  expect(rest.at(-1)).toMatchObject({ type: "error", code: "CONFLICT", fatal: true });
  expect(scene.asked()).toHaveLength(2);
});

test("[HS6] an ended session can be resumed and is open again", async () => {
  await using scene = await hostScene(["One.", "Two."]);
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config());
  await manager.sendMessage(id, "1?");
  await manager.endSession(id);
  await manager.resumeSession(id);
  expect(await manager.sendMessage(id, "2?")).toMatchObject({ content: "Two." });
  expect(await store.session(id)).toMatchObject({ status: "active", thoughtCount: 4 });
});

test("[HS6] a fork has the history so far and links back to its origin", async () => {
  await using scene = await hostScene([calling("look"), "A box.", "A cat.", "A dog."]);
  const { manager, store } = scene;
  const config = scene.config({ tools: [tool("look")], max_tool_calls: { per_session: 1 }, title: "Zoo" });
  const session = await manager.initializeSession(config);
  await manager.sendMessage(session.id, "What?");
  const fork = await manager.forkSession(session.id);
  expect(fork.id).not.toBe(session.id);
  expect(fork.messages).toEqual(session.messages);
  expect(fork.cost).toBe(0);
  expect(await manager.sendMessage(session.id, "Inside?")).toMatchObject({ content: "A cat." });
  expect(await manager.sendMessage(fork.id, "Outside?")).toMatchObject({ content: "A dog." });
  expect(session.messages.map(textOf)).not.toContain("Outside?");
  expect(await store.session(fork.id)).toMatchObject({
    title: "Zoo",
    metadata: { forkedFrom: { sessionId: session.id, messages: 4 } },
  });
  expect(await thoughtsOf(store, fork.id)).toHaveLength(2);
  const resumed = await scene.another().resumeSession(fork.id, { tools: [tool("look")] });
  expect(resumed.messages).toEqual(fork.messages);
});

test("[HL10] a fork has the remaining budget, and the full one only for limits that it is given", async () => {
  await using scene = await hostScene([calling("look", 2), "A box.", calling("look", 2, 5), "No more."]);
  const { manager } = scene;
  const max_tool_calls = { per_session: 3 };
  const limits = { tokens: { per_session: 1_000_000 } };
  const config = scene.config({ tools: [tool("look")], max_tool_calls, limits });
  const session = await manager.initializeSession(config);
  await manager.sendMessage(session.id, "What?");
  const left = session.remaining().session;
  expect(left.calls).toBe(1);
  const fork = await manager.forkSession(session.id);
  expect(fork.remaining().session).toMatchObject({ calls: 1, tokens: left.tokens });
  expect((await manager.sendMessage(fork.id, "More?")).limited).toMatchObject({ limit: 3, used: 3 });
  expect(session.remaining().session.calls).toBe(1);
  const generous = await manager.forkSession(session.id, { max_tool_calls });
  expect(generous.remaining().session).toMatchObject({ calls: 3, tokens: left.tokens });
  const richer = await manager.forkSession(session.id, { limits });
  expect(richer.remaining().session).toMatchObject({ calls: 1, tokens: 1_000_000 });
  const resumed = await scene.another().resumeSession(fork.id, { tools: [tool("look")] });
  expect(resumed.remaining().session.calls).toBe(0);
});

test("[HL10] a fork during a message counts the calls in flight", async () => {
  const gate = Promise.withResolvers<void>();
  const hold = { ...tool("hold"), run: () => gate.promise.then(() => ({ content: [], isError: false })) };
  await using scene = await hostScene([calling("hold", 2), "Done."]);
  const { manager } = scene;
  const config = scene.config({ tools: [hold], max_tool_calls: { per_session: 3 } });
  const { id } = await manager.initializeSession(config);
  const answer = manager.sendMessage(id, "1?");
  await expect.poll(() => scene.asked()).toHaveLength(1);
  await expect.poll(async () => (await manager.forkSession(id)).remaining().session.calls).toBe(1);
  gate.resolve();
  await answer;
});

test("[HS6] a fork during a call has a valid history", async () => {
  const gate = Promise.withResolvers<void>();
  const hold = { ...tool("hold"), run: () => gate.promise.then(() => ({ content: [], isError: false })) };
  await using scene = await hostScene([calling("hold"), "Forked.", "Done."]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [hold] }));
  const stream = manager.sendMessageStream(id, "1?");
  for (let step = await stream.next(); step.value?.type !== "tool_start"; ) step = await stream.next();
  const fork = await manager.forkSession(id, { tools: [tool("hold")] });
  expect(await manager.sendMessage(fork.id, "2?")).toMatchObject({ content: "Forked." });
  gate.resolve();
  expect((await Array.fromAsync(stream)).at(-1)).toMatchObject({ type: "done" });
});

test("[HL4] a limit that was reached before a restart can be raised after it", async () => {
  await using scene = await hostScene([calling("look", 2), "One.", calling("look", 1, 5), "Two."]);
  const tools = [tool("look")];
  const { id } = await scene.manager.initializeSession(scene.config({ tools, max_tool_calls: 1 }));
  await scene.manager.sendMessage(id, "Look.");
  const session = await scene.another().resumeSession(id, { tools });
  const chunks = await Array.fromAsync(session.continue());
  expect(only(chunks, "tool_result")).toMatchObject([{ is_error: false }]);
  expect(session.toolCallCount).toBe(2);
});
