import { expect, test } from "vitest";
import { CLAUDE, calling, hostScene, thoughtsOf, tool } from "../../test/support/host-scene.ts";
import { sessionViews } from "../../test/support/model-scene.ts";

test("[HS7] records the parts of a message as thoughts in order: user text, thinking, tool calls, answer", async () => {
  await using scene = await hostScene([
    {
      thinking: ["I sh", "ould look."],
      text: "Let me look.",
      toolCalls: [{ name: "look", input: { at: "box" } }],
    },
    { thinking: "A cat.", text: "It is a cat." },
  ]);
  const { manager, store } = scene;
  const tools = [tool("look", "fur and whiskers")];
  const config = scene.config({ tools, project: "zoo", tags: ["cats"] });
  const { id } = await manager.initializeSession(config);
  await manager.sendMessage(id, "What is in the box?");
  const thoughts = await thoughtsOf(store, id);
  expect(thoughts.map(({ content, author, metadata }) => [metadata.role, author, content])).toEqual([
    ["user", "user", "What is in the box?"],
    ["thinking", CLAUDE, "I should look."],
    ["answer", CLAUDE, "Let me look."],
    [
      "tool",
      CLAUDE,
      expect.stringMatching(/^Tool look with \{"at":"box"\}\.\nIt answered after \d+ ms: fur/),
    ],
    ["thinking", CLAUDE, "A cat."],
    ["answer", CLAUDE, "It is a cat."],
  ]);
  expect(thoughts[3]!.metadata.evidence).toEqual({
    tool: "look",
    input: { at: "box" },
    output: "fur and whiskers",
    isError: false,
    durationMs: expect.any(Number),
  });
  // The usage of a turn is with its last text.
  expect(thoughts.map(({ metadata }) => metadata.usage !== undefined)).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
  expect(thoughts[2]!.metadata.cost).toBeGreaterThan(0);
  expect(
    thoughts.every(({ source, mode, branchId }) => source === "host" && mode === "chain" && !branchId),
  ).toBe(true);
  expect(await store.session(id)).toMatchObject({
    title: "What is in the box?",
    project: "zoo",
    tags: ["cats"],
    status: "active",
  });
  await manager.endSession(id);
  expect(await store.session(id)).toMatchObject({ status: "completed" });
});

test("[HS7] everything shown is in the ledger once the stream is done or the reader leaves", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await hostScene([
    { thinking: "Hm.", text: "One." },
    { thinking: "Then", text: ["Two", gate.promise, "."] },
  ]);
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config());
  const texts = async () => (await thoughtsOf(store, id)).map(({ content }) => content);
  for await (const chunk of manager.sendMessageStream(id, "Count."))
    if (chunk.type === "done") expect(await texts()).toEqual(["Count.", "Hm.", "One."]);
  for await (const chunk of manager.sendMessageStream(id, "On.")) if (chunk.type === "content") break;
  expect((await texts()).slice(3)).toEqual(["On.", "Then", "Two"]);
});

test("[HS10] the messages of person and model declare facts, and a limit is an outcome", async () => {
  await using scene = await hostScene([
    calling("look", 2),
    "It is a cat.\n\ndecision: feed it because it is hungry",
  ]);
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [tool("look")], max_tool_calls: 1 }));
  await manager.sendMessage(id, "What is in the box?\nopen: who owns the box?");
  const facts = await store.facts(id);
  expect(facts.map(({ kind, text }) => [kind, text])).toEqual([
    ["open", "who owns the box?"],
    ["outcome", expect.stringContaining("limit")],
    ["decision", "feed it"],
  ]);
});

test("[HS7] secrets in arguments and results do not reach the ledger, and long results are cut", async () => {
  const key = "sk-ant-0123456789abcdefghij";
  await using scene = await hostScene([
    { thinking: "Go.", toolCalls: [{ name: "call", input: { api_key: "hidden", text: `use ${key}` } }] },
    "Done.",
  ]);
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(
    scene.config({ tools: [tool("call", `${key} ${"long ".repeat(5_000)}`)] }),
  );
  await manager.sendMessage(id, "Call it.");
  const evidence = (await thoughtsOf(store, id)).find(({ metadata }) => metadata.role === "tool")!;
  expect(JSON.stringify(evidence)).not.toMatch(/hidden|0123456789abcdefghij/);
  expect(evidence.content.length).toBeLessThan(3_000);
  expect(evidence.content).toContain("more characters]");
});

test("[HS7] records parallel calls in the order in which they finish", async () => {
  const first = Promise.withResolvers<void>();
  const wait = { ...tool("wait"), run: () => first.promise.then(() => tool("wait", "late").run({}, never)) };
  const never = { signal: new AbortController().signal, onProgress() {} };
  await using scene = await hostScene(
    [{ thinking: "Both.", toolCalls: [{ name: "wait" }, { name: "go" }] }, "Done."],
    { afterTool: ({ name }) => void (name === "go" && first.resolve()) },
  );
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [wait, tool("go", "early")] }));
  await manager.sendMessage(id, "Both.");
  const evidence = (await thoughtsOf(store, id)).flatMap(({ metadata }) => metadata.evidence ?? []);
  expect(evidence).toMatchObject([{ tool: "go" }, { tool: "wait" }]);
});

test("[HS7] a run can be listed, searched, analysed and exported like any other session", async () => {
  await using scene = await hostScene([calling("look", 2), { thinking: "Clear.", text: "Whiskers it is." }]);
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [tool("look")], title: "A box" }));
  await manager.sendMessage(id, "What is it?");
  await manager.endSession(id);
  const { session, analysis, markdown, chain } = await sessionViews(store, id);
  expect(session).toMatchObject({ title: "A box", thoughtCount: 6, status: "completed" });
  expect(analysis).toBeDefined();
  expect(markdown).toContain("Whiskers it is.");
  expect(JSON.stringify(chain)).toContain("Whiskers it is.");
  expect(await store.search({ text: "whiskers", source: "host" })).toMatchObject([
    { thought: { sessionId: id } },
  ]);
});
