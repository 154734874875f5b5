import { describe, expect, test } from "vitest";
import { refuseAnthropic } from "./anthropic-rules.ts";
import type { RecordedRequest, RequestBody } from "./reply.ts";
import { prefixOf, sign } from "./thinking-signature.ts";

const HEADERS = { "x-api-key": "k", "anthropic-version": "2026-10-21" };
const OLDER = { ...HEADERS, "anthropic-version": "2023-06-01" };

function request(body: RequestBody, headers: Record<string, string> = HEADERS): RecordedRequest {
  const path = "/v1/messages";
  const ended = Promise.resolve("answered" as const);
  return { method: "POST", path, headers, body, refusal: undefined, hungUp: false, ended };
}

function refusal(more: RequestBody, headers = HEADERS, issued: ReadonlyMap<string, number> = new Map()) {
  const body = { model: "claude-sonnet-4-5", max_tokens: 4096, messages: [user("Hello")], ...more };
  return refuseAnthropic(request(body, headers), { key: undefined, models: undefined }, issued)?.message;
}

const user = (...content: unknown[]) => ({
  role: "user",
  content: typeof content[0] === "string" ? content[0] : content,
});
const assistant = (...content: unknown[]) => ({ role: "assistant", content });
const text = (said: string) => ({ type: "text", text: said });
const call = (id: string) => ({ type: "tool_use", id, name: "add", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "5" });
const tool = (name: string) => ({ name, input_schema: { type: "object" } });

describe("required fields", () => {
  test.each([
    ["no model", { model: undefined }, /^model: Field required/],
    ["no limit", { max_tokens: undefined }, /^max_tokens: Field required/],
    ["a limit of nothing", { max_tokens: 0 }, /^max_tokens:/],
    ["a limit above the model's", { max_tokens: 64_001 }, /^max_tokens: 64001 > 64000/],
    ["no messages", { messages: [] }, /at least one message/],
    [
      "too many cache marks",
      { system: Array(5).fill({ cache_control: { type: "ephemeral" } }) },
      /maximum of 4/,
    ],
    ["a tool's name with a dot", { tools: [tool("a.b")] }, /^tools\.0\.custom\.name/],
    ["two tools of one name", { tools: [tool("a"), tool("a")] }, /unique/],
    ["a tool without an object", { tools: [{ name: "a", input_schema: {} }] }, /input_schema\.type/],
    ["a choice of no tool", { tools: [tool("a")], tool_choice: { type: "tool", name: "b" } }, /not found/],
  ])("[EN10] refuses %s", (_, body, reason) => {
    expect(refusal(body as unknown as RequestBody)).toMatch(reason);
  });

  test("[EN10] accepts the key in either header, and requires one", () => {
    const account = { key: "right", models: undefined };
    const status = (headers: Record<string, string>) =>
      refuseAnthropic(request({}, { ...headers, "anthropic-version": "2026-10-21" }), account, new Map())
        ?.status;
    expect(status({})).toBe(401);
    expect(status({ authorization: "Bearer wrong" })).toBe(401);
    expect(status({ authorization: "Bearer right" })).toBe(400);
    expect(status({ "x-api-key": "right" })).toBe(400);
    expect(status({ "x-api-key": "wrong", authorization: "Bearer right" })).toBe(401);
  });

  test("[EN10] refuses an unknown version of the API", () => {
    expect(refusal({}, { ...HEADERS, "anthropic-version": "2020-01-01" })).toMatch(/not a valid version/);
  });
});

describe("conversations", () => {
  test.each([
    ["a role of its own", [{ role: "system", content: "x" }], /role: Input should be/],
    ["the assistant first", [assistant(text("Hi")), user("Hello")], /first message must use the "user" role/],
    [
      "an empty message",
      [user("Hello"), assistant(), user("x")],
      /^messages\.1: all messages must have non-empty/,
    ],
    ["an empty text", [user(text(""))], /text content blocks must be non-empty/],
    [
      "a call without a result",
      [user("a"), assistant(call("1")), user("b")],
      /^messages\.1: .*immediately after: 1/,
    ],
    ["a call at the end", [user("a"), assistant(call("1"))], /immediately after: 1/],
    ["one of two results", [user("a"), assistant(call("1"), call("2")), user(result("1"))], /after: 2/],
    [
      "a text before the results",
      [user("a"), assistant(call("1")), user(text("b"), result("1"))],
      /after: 1/,
    ],
    ["a result without a call", [user(result("1"))], /^messages\.0\.content\.0: unexpected `tool_use_id`/],
    [
      "a result too late",
      [user("a"), assistant(call("1")), user(result("1")), assistant(text("b")), user(result("1"))],
      /^messages\.4\.content\.0: unexpected/,
    ],
    ["a result twice", [user("a"), assistant(call("1")), user(result("1"), result("1"))], /single result/],
  ])("[EN10] refuses %s", (_, messages, reason) => {
    expect(refusal({ messages })).toMatch(reason);
  });

  test("[EN10] accepts valid conversations", () => {
    const messages = [
      user("a"),
      assistant(text("b"), call("1"), call("2")),
      user(result("1")),
      user(result("2"), text("c")),
    ];
    expect(refusal({ messages })).toBeUndefined();
    expect(refusal({ messages: [user("a"), user("b")] })).toBeUndefined();
    expect(refusal({ messages: [user("a"), assistant(text("It is"))] })).toBeUndefined();
  });

  test("[EN10] newer models refuse assistant prefill", () => {
    const messages = [user("a"), assistant(text("It is"))];
    expect(refusal({ model: "claude-opus-4-6", messages })).toMatch(/prefill/);
  });
});

describe("the thinking parameter", () => {
  const enabled = (budget_tokens: number) => ({ thinking: { type: "enabled", budget_tokens } });
  test.each([
    ["a budget below 1024", enabled(1023), /greater than or equal to 1024/],
    ["a budget of all tokens", enabled(4096), /`max_tokens` must be greater/],
    ["no budget", { thinking: { type: "enabled" } }, /budget_tokens: Field required/],
    [
      "adaptive on an older model",
      { thinking: { type: "adaptive" } },
      /"thinking\.type\.adaptive" is not supported/,
    ],
    [
      "a budget on a newer model",
      { model: "claude-opus-4-7", ...enabled(2048) },
      /"thinking\.type\.enabled" is not/,
    ],
    [
      "a budget beside adaptive",
      { model: "claude-opus-4-7", thinking: { type: "adaptive", budget_tokens: 2048 } },
      /Extra/,
    ],
    ["thinking before 3.7", { model: "claude-3-5-sonnet-20241022", ...enabled(2048) }, /is not supported/],
    [
      "no thinking on Opus 5.5",
      { model: "claude-opus-5-5", thinking: { type: "disabled" } },
      /type\.disabled" is not/,
    ],
    [
      "no thinking on Sonnet 5.5",
      { model: "claude-sonnet-5-5", thinking: { type: "disabled" } },
      /type\.disabled" is not/,
    ],
    [
      "a forced tool while thinking",
      { ...enabled(2048), tools: [tool("a")], tool_choice: { type: "any" } },
      /tool_choice forces tool use/,
    ],
    [
      "a forced tool on Opus 5.5",
      { model: "claude-opus-5-5", tools: [tool("a")], tool_choice: { type: "any" } },
      /not supported for this model/,
    ],
    ["a temperature", { temperature: 1 }, /^temperature: Extra inputs are not permitted/],
  ])("[EN10] refuses %s", (_, body, reason) => {
    expect(refusal(body as RequestBody)).toMatch(reason);
  });

  test("[EN10] the older API version accepts temperature for older models only", () => {
    expect(refusal({ temperature: 0.2 }, OLDER)).toBeUndefined();
    expect(refusal({ model: "claude-opus-4-7", temperature: 0.2 }, OLDER)).toMatch(
      /^temperature is not supported/,
    );
    expect(refusal({ ...enabled(2048), temperature: 0.2 }, OLDER)).toMatch(/only be set to 1/);
  });

  test.each([
    ["claude-3-7-sonnet-20250219", enabled(2048)],
    ["claude-sonnet-4-5-20250929", enabled(2048)],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", enabled(2048)],
    ["claude-opus-4-6", { thinking: { type: "adaptive" } }],
    ["claude-opus-5", { thinking: { type: "disabled" } }],
    ["claude-sonnet-5-5", { thinking: { type: "between_tools" } }],
    ["claude-fable-5-2", {}],
    ["a-model-of-another-house", enabled(2048)],
  ])("[EN10] %s accepts what is documented", (model, body) => {
    expect(refusal({ model, ...body })).toBeUndefined();
  });
});

describe("thinking blocks in requests", () => {
  const asked = [user("Hello")];
  const tools = [tool("add")];
  const thinking = (model: string, at = 0, of = 1, said = "Hm.") => ({
    type: "thinking",
    thinking: said,
    signature: sign({ model, at, of, prefix: prefixOf(undefined, tools, asked), text: said }),
  });
  const manual = { thinking: { type: "enabled", budget_tokens: 2048 }, tools };
  const old = "claude-sonnet-4-5";
  const loop = (...content: unknown[]) => ({
    ...manual,
    messages: [...asked, assistant(...content), user(result("1"))],
  });

  test("[EN10] accepts an unchanged block", () => {
    expect(refusal(loop(thinking(old), call("1")))).toBeUndefined();
    expect(refusal(loop(thinking(old, 0, 2, "a"), thinking(old, 1, 2, "b"), call("1")))).toBeUndefined();
  });

  test.each([
    ["a changed text", loop({ ...thinking(old), thinking: "Hm!" }, call("1")), /Invalid `signature`/],
    ["a changed signature", loop({ ...thinking(old), signature: "abc" }, call("1")), /Invalid `signature`/],
    ["another model's block", loop(thinking("claude-opus-4-5"), call("1")), /Invalid `signature`/],
    ["a block out of its place", loop(text("Well."), thinking(old), call("1")), /cannot be modified/],
    [
      "swapped blocks",
      loop(thinking(old, 1, 2, "b"), thinking(old, 0, 2, "a"), call("1")),
      /cannot be modified/,
    ],
    ["one of two blocks", loop(thinking(old, 0, 2, "a"), call("1")), /cannot be modified/],
    ["no block", loop(call("1")), /^messages\.1\.content\.0\.type: Expected `thinking`/],
  ])("[EN10] refuses %s", (_, body, reason) => {
    expect(refusal(body)).toMatch(reason);
  });

  test("[EN10] detects a dropped block by its tool call, for every thinking type", () => {
    const body = { ...loop(call("1")), model: "claude-opus-4-6", thinking: { type: "adaptive" } };
    expect(refusal(body, HEADERS, new Map([["1", 1]]))).toMatch(/Expected `thinking`/);
    expect(refusal(body, HEADERS, new Map([["1", 0]]))).toBeUndefined();
    expect(
      refusal({ ...body, thinking: { type: "disabled" } }, HEADERS, new Map([["1", 1]])),
    ).toBeUndefined();
  });

  test("[EN10] thinking of earlier turns may be omitted", () => {
    const over = [
      ...asked,
      assistant(call("1")),
      user(result("1")),
      assistant(text("Five.")),
      user("And 2 + 2?"),
    ];
    expect(refusal({ ...manual, messages: over }, HEADERS, new Map([["1", 1]]))).toBeUndefined();
  });

  test("[EN10] the newest models bind a block to its conversation", () => {
    const model = "claude-opus-5-5";
    const block = thinking(model);
    const messages = [...asked, assistant(block, call("1")), user(result("1"))];
    expect(refusal({ model, tools, messages })).toBeUndefined();
    expect(refusal({ model, tools, messages, system: "Be brief." })).toMatch(
      /bound to a different conversation/,
    );
    expect(refusal({ model, tools: [], messages })).toMatch(/bound to a different conversation/);
    const edited = [user("Hello!"), ...messages.slice(1)];
    expect(refusal({ model, tools, messages: edited })).toMatch(/bound to a different conversation/);
  });

  test("[EN10] cache marks do not affect the binding of a block", () => {
    const model = "claude-opus-5-5";
    const marked = user({ ...text("Hello"), cache_control: { type: "ephemeral" } });
    const messages = [marked, assistant(thinking(model), call("1")), user(result("1"))];
    expect(refusal({ model, tools, messages })).toBeUndefined();
  });

  test("[EN10] the newest models ignore the thinking of another model", () => {
    const messages = [...asked, assistant(thinking("claude-opus-4-6"), call("1")), user(result("1"))];
    expect(refusal({ model: "claude-opus-5-5", tools, messages })).toBeUndefined();
  });
});
