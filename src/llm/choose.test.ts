import { afterEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../testing/index.ts";
import { chooseEngine, type EngineName } from "./choose.ts";
import { ask, failureOf } from "./fixtures.ts";
import { collect } from "./provider.ts";

let server: ModelServer | undefined;
afterEach(() => server?.close());

const langbase = { apiKey: "l" };
const anthropic = { apiKey: "a" };
const openai = { baseUrl: "http://127.0.0.1:11434/v1" };
const createMessage = async () => ({
  role: "assistant",
  content: { type: "text", text: "So." },
  model: "client",
});

test("[EN9] chooses by configuration in the order Langbase, Anthropic, OpenAI-compatible, the client's own", () => {
  const all = { langbase, anthropic, openai };
  expect(chooseEngine(all, createMessage)).toMatchObject({ name: "langbase", model: "linear-reasoning-v1" });
  expect(chooseEngine({ anthropic, openai }, createMessage)).toMatchObject({
    name: "anthropic",
    model: "claude-sonnet-5-5",
  });
  expect(chooseEngine({ openai }, createMessage)).toMatchObject({
    name: "openai-compatible",
    model: "gpt-5-mini",
  });
  expect(chooseEngine({}, createMessage)).toMatchObject({ name: "sampling" });
  expect(chooseEngine({})).toBeUndefined();
});

test("[EN9] a key or an address configures OpenAI-compatible; an empty one does not", () => {
  expect(chooseEngine({ openai: { apiKey: "k" } })).toMatchObject({ name: "openai-compatible" });
  expect(chooseEngine({ openai: { apiKey: "", baseUrl: "" }, anthropic: { apiKey: "" } })).toBeUndefined();
  expect(chooseEngine({ langbase: { baseUrl: "http://127.0.0.1" } })).toBeUndefined();
});

test("[EN9] a name overrides the order", () => {
  const all = { langbase, anthropic, openai };
  const named = (engine: EngineName) => chooseEngine({ ...all, engine }, createMessage)?.name;
  expect(named("openai")).toBe("openai-compatible");
  expect(named("anthropic")).toBe("anthropic");
  expect(named("langbase")).toBe("langbase");
  expect(named("sampling")).toBe("sampling");
  expect(chooseEngine({ ...all, engine: "sampling" })).toBeUndefined();
});

test.each([
  ["langbase", "The engine 'langbase' is not configured: set LANGBASE_API_KEY."],
  ["anthropic", "The engine 'anthropic' is not configured: set ANTHROPIC_API_KEY."],
  [
    "openai",
    "The engine 'openai' is not configured: set OPENAI_API_KEY, or OPENAI_BASE_URL for a service without a key.",
  ],
] as const)("[EN9] refuses %s that is named but not configured, with its variables", (engine, text) => {
  expect(() => chooseEngine({ engine })).toThrow(expect.objectContaining({ kind: "key", message: text }));
});

test("[EN9] uses the configured models, pipes and addresses", async () => {
  server = await startModelServer(["a", "b", "c"]);
  const baseUrl = server.url;
  const ask1 = chooseEngine({ langbase: { apiKey: "k", baseUrl, pipe: "mine" } })!;
  const ask2 = chooseEngine({ anthropic: { apiKey: "k", baseUrl, model: "claude-x", maxTokens: 77 } })!;
  const ask3 = chooseEngine({ openai: { baseUrl, apiKey: "k", model: "llama" } })!;
  for (const engine of [ask1, ask2, ask3]) await collect(engine.turn(ask));
  expect(server.requests.map(({ path, body }) => [path, body.name ?? body.model])).toEqual([
    ["/v1/pipes/run", "mine"],
    ["/v1/messages", "claude-x"],
    ["/v1/chat/completions", "llama"],
  ]);
  expect(server.requests[1]?.body).toMatchObject({ max_tokens: 77 });
});

test("[EN5] [EN7] a chosen engine retries and pauses after outages", async () => {
  server = await startModelServer(() => ({ status: 503 }));
  const engine = chooseEngine({
    anthropic: { apiKey: "key", baseUrl: server.url },
    maxRetries: 2,
    retryDelayMs: 0,
    breaker: { failures: 2 },
  })!;
  expect((await failureOf(engine.turn(ask))).message).toMatch(/Clew tried 3 times\.$/);
  expect((await failureOf(engine.turn(ask))).kind).toBe("unavailable");
  expect((await failureOf(engine.turn(ask))).kind).toBe("open");
  expect(server.requests).toHaveLength(6);
});
