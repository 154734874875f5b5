import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect, test } from "vitest";
import { calling, hostScene, tool } from "../../test/support/host-scene.ts";
import { anthropicEngine } from "../llm/index.ts";

test("[HS1] a missing key or type gives one line that names the variable", async () => {
  await using scene = await hostScene([]);
  const manager = scene.another({ env: {} });
  const refusal = (config: Parameters<typeof manager.initializeSession>[0]) =>
    manager.initializeSession(config).then(
      () => expect.unreachable(),
      (error: Error) => error.message,
    );
  expect(await refusal({ type: "claude", model: "m", api_key: undefined })).toBe(
    "`api_key` is required: pass it, or set ANTHROPIC_API_KEY.",
  );
  expect(await refusal({ type: "openai", model: "m" })).toBe(
    "`api_key` is required: pass it, or set OPENAI_API_KEY.",
  );
  expect(await refusal({ model: "m" })).toBe(
    "`type` is required. Use one of: claude, anthropic, openai, openai-compatible.",
  );
});

test("[HS1] key and address from the configuration win over the environment", async () => {
  await using scene = await hostScene(["Yes."]);
  const manager = scene.another({
    env: { ANTHROPIC_API_KEY: "wrong", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" },
  });
  const config = scene.config({ type: "anthropic", api_key: "sk-right", base_url: scene.server.url });
  const { id } = await manager.initializeSession(config);
  await manager.sendMessage(id, "Now?");
  expect(scene.asked()[0]!.headers.authorization).toBe("Bearer sk-right");
});

test("[HS1] calls an OpenAI-compatible service, without a key if it needs none", async () => {
  await using scene = await hostScene([calling("look"), "A box."]);
  const env = { OPENAI_API_KEY: "sk-any", OPENAI_BASE_URL: scene.server.url };
  for (const type of ["openai", "openai-compatible"].slice(0, 1)) {
    const manager = scene.another({ env });
    const { id } = await manager.initializeSession({ type, model: "gpt-4.1", tools: [tool("look")] });
    expect(await manager.sendMessage(id, "Where?")).toMatchObject({ content: "A box." });
  }
  expect(scene.server.requests.map(({ path }) => path)).toEqual(Array(2).fill("/v1/chat/completions"));
});

test("[HS1] uses an AI SDK model as it is passed in", async () => {
  await using scene = await hostScene([calling("look"), "A box."]);
  const provider = createOpenAICompatible({
    name: "own",
    baseURL: `${scene.server.url}/v1`,
    apiKey: "sk-own",
  });
  const session = await scene.manager.initializeSession({ model: provider("own-1"), tools: [tool("look")] });
  expect(await scene.manager.sendMessage(session.id, "Where?")).toMatchObject({ content: "A box." });
  expect(scene.asked()[0]).toMatchObject({
    body: { model: "own-1" },
    headers: { authorization: "Bearer sk-own" },
  });
  expect(session.llmConfig).toEqual({ model: "own-1", handedIn: true, toolNames: ["look"] });
});

test("[HS1] an engine serves one session or all", async () => {
  await using scene = await hostScene(["One.", "Two."]);
  const engine = anthropicEngine({ apiKey: "sk-own", baseUrl: scene.server.url, model: "claude-opus-4-1" });
  const one = await scene.manager.initializeSession({ model: engine });
  expect(await scene.manager.sendMessage(one.id, "1?")).toMatchObject({ content: "One." });
  const manager = scene.another({ engine, env: {} });
  const all = await manager.initializeSession({ model: "claude-sonnet-4-5" });
  expect(await manager.sendMessage(all.id, "2?")).toMatchObject({ content: "Two." });
  expect(scene.asked().map(({ body }) => body.model)).toEqual(["claude-opus-4-1", "claude-sonnet-4-5"]);
});
