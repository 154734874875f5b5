import { afterEach, expect, test } from "vitest";
import { type ModelServer, type RequestBody, type Script, startModelServer } from "../testing/index.ts";
import type { ThinkingRequest, Turn } from "./engine.ts";
import { EngineFailure } from "./engine-failure.ts";
import { ask, eventsOf, failureOf, saying, scriptedEngine } from "./fixtures.ts";
import { collect } from "./provider.ts";
import { anthropicEngine } from "./providers/anthropic.ts";
import { type ThinkingMemory, withThinkingFallback } from "./thinking-fallback.ts";

let server: ModelServer | undefined;
afterEach(() => server?.close());

const always: Script = () => ({ thinking: "Hm.", text: "Yes." });

async function engineFor(model: string, script: Script = always, memory?: ThinkingMemory) {
  server = await startModelServer(script);
  const engine = anthropicEngine({ apiKey: "sk-ant-test", baseUrl: server.url, model });
  return withThinkingFallback(engine, memory);
}

/** What each request said of thinking. */
function orders() {
  return server!.requests.map(({ body }) => {
    const { type, budget_tokens, display } = (body.thinking ?? {}) as Record<string, unknown>;
    return [type, budget_tokens, display].filter((part) => part !== undefined).join(" ");
  });
}

const refusing =
  (when: (body: RequestBody) => boolean, message: string): Script =>
  ({ body }) =>
    when(body) ? { status: 400, error: { message } } : { text: "Yes." };

const enabled: ThinkingRequest = { type: "enabled", budgetTokens: 2048 };
const adaptive: ThinkingRequest = { type: "adaptive" };
const display = "summarized";

test.each<[string, string, Turn["thinking"], string[]]>([
  [
    "a budget is refused: adaptive",
    "claude-opus-4-7",
    enabled,
    [`enabled 2048 ${display}`, `adaptive ${display}`],
  ],
  [
    "adaptive is refused: a budget, the default one where no effort was asked for",
    "claude-sonnet-4-5",
    adaptive,
    [`adaptive ${display}`, `enabled 55808 ${display}`],
  ],
  [
    "adaptive is refused: a budget for the effort",
    "claude-sonnet-4-5",
    { type: "adaptive", effort: "low" },
    [`adaptive ${display}`, `enabled 4096 ${display}`],
  ],
  ["all thinking is refused: none", "claude-3-5-sonnet-20241022", enabled, [`enabled 2048 ${display}`, ""]],
  ["turning it off is refused: left out", "claude-opus-5-5", { type: "disabled" }, ["disabled", ""]],
])("[HT3] %s, and the next turn remembers it", async (_, model, thinking, expected) => {
  const engine = await engineFor(model);
  const done = await collect(engine.turn({ ...ask, thinking: thinking! }));
  expect(done.message.content.at(-1)).toEqual({ type: "text", text: "Yes." });
  expect(orders()).toEqual(expected);
  await collect(engine.turn({ ...ask, thinking: thinking! }));
  expect(orders()).toEqual([...expected, expected.at(-1)]);
});

test("[HT3] omits summaries where they are refused", async () => {
  const shows = (body: RequestBody) => "display" in ((body.thinking as object | undefined) ?? {});
  const script = refusing(shows, "thinking.enabled.display: Extra inputs are not permitted");
  const engine = await engineFor("claude-sonnet-4-5", script);
  await collect(engine.turn({ ...ask, thinking: enabled, maxTokens: 5000 }));
  expect(orders()).toEqual([`enabled 2048 ${display}`, "enabled 2048"]);
  expect(server!.requests.map(({ body }) => body.max_tokens)).toEqual([5000, 5000]);
});

test("[HT3] uses the other way of turning thinking off where it has one", async () => {
  const message = 'Send "thinking": {"type": "between_tools"} to turn thinking off on this model.';
  const isDisabled = (body: RequestBody) => (body.thinking as { type?: string })?.type === "disabled";
  const engine = await engineFor("an-alias", refusing(isDisabled, message));
  await collect(engine.turn({ ...ask, thinking: { type: "disabled" } }));
  expect(orders()).toEqual(["disabled", "between_tools"]);
});

test("[HT3] replaces a refused effort by an offered one", async () => {
  const message = "This model does not support effort level 'max'. Supported levels: high, low, medium.";
  const effortOf = (body: RequestBody) => (body.output_config as { effort?: string } | undefined)?.effort;
  const engine = await engineFor(
    "claude-opus-4-6",
    refusing((body) => effortOf(body) === "max", message),
  );
  await collect(engine.turn({ ...ask, thinking: { type: "adaptive", effort: "max" } }));
  expect(server!.requests.map(({ body }) => effortOf(body))).toEqual(["max", "high"]);
});

test("[HT3] lowers a limit above the model's output, and the budget with it", async () => {
  const engine = await engineFor("claude-opus-4-1");
  await collect(
    engine.turn({ ...ask, thinking: { type: "enabled", budgetTokens: 60_000 }, maxTokens: 64_000 }),
  );
  expect(orders()).toEqual([`enabled 60000 ${display}`, `enabled 16000 ${display}`]);
  expect(server!.requests[1]!.body.max_tokens).toBe(32_000);
});

test("[HT3] learns from several refusals in a row, but not forever", async () => {
  const engine = await engineFor("an-alias", ({ body }) => {
    const { type, display: shown } = (body.thinking ?? {}) as { type?: string; display?: string };
    if (type === "adaptive") return { status: 400, error: { message: "adaptive thinking is not supported" } };
    if (shown !== undefined) return { status: 400, error: { message: "thinking.enabled.display: unknown" } };
    if (type === "enabled")
      return { status: 400, error: { message: "thinking.type 'enabled' is not supported" } };
    return { text: "Yes." };
  });
  await collect(engine.turn({ ...ask, thinking: adaptive }));
  expect(orders().map((order) => order.replace(/\d+ ?/, "").trim())).toEqual([
    "adaptive summarized",
    "enabled summarized",
    "enabled",
    "",
  ]);
  await server!.close();
  const grudge = await engineFor("another", () => ({
    status: 400,
    error: { message: "max_tokens: 9 > 9000" },
  }));
  const failure = await failureOf(grudge.turn({ ...ask, thinking: enabled }));
  expect(failure).toMatchObject({ kind: "refused", status: 400 });
  expect(server!.requests).toHaveLength(5);
});

test("[HT3] passes on other refusals, other failures and turns without thinking unchanged", async () => {
  const engine = await engineFor("claude-opus-5-5", [
    { status: 400, error: { message: "prompt is too long: 3 tokens > 2 maximum" } },
    { status: 529, error: { message: "adaptive thinking is not supported, we are overloaded" } },
    { status: 400, error: { message: "adaptive thinking is not supported" } },
  ]);
  expect((await failureOf(engine.turn({ ...ask, thinking: adaptive }))).message).toMatch(/too long/);
  expect((await failureOf(engine.turn({ ...ask, thinking: adaptive }))).kind).toBe("unavailable");
  expect((await failureOf(engine.turn(ask))).kind).toBe("refused");
  expect(server!.requests).toHaveLength(3);
});

test("[HT3] applies what it learned to that model only, also in a shared memory", async () => {
  const memory: ThinkingMemory = new Map();
  const engine = await engineFor("claude-opus-4-7", always, memory);
  await collect(engine.turn({ ...ask, thinking: enabled }));
  await collect(engine.turn({ ...ask, model: "claude-sonnet-4-5", thinking: enabled }));
  const baseUrl = server!.url;
  const other = anthropicEngine({ apiKey: "k", baseUrl, model: "claude-opus-4-7" });
  await collect(withThinkingFallback(other, memory).turn({ ...ask, thinking: enabled }));
  expect(orders().map((order) => order.split(" ")[0])).toEqual([
    "enabled",
    "adaptive",
    "enabled",
    "adaptive",
  ]);
  expect([...memory]).toEqual([["claude-opus-4-7", { kind: "adaptive" }]]);
});

test("[HT3] requests nothing again once something was shown", async () => {
  const start = { type: "start", model: "claude-test" } as const;
  const said = "adaptive thinking is not supported";
  const failure = new EngineFailure("refused", "anthropic", said, { status: 400 });
  const engine = scriptedEngine([start, { type: "error", failure }], saying("Yes."));
  const events = await eventsOf(withThinkingFallback(engine).turn({ ...ask, thinking: adaptive }));
  expect(events.map(({ type }) => type)).toEqual(["start", "error"]);
  expect(engine.turns).toHaveLength(1);
});
