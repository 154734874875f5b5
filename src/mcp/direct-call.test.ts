import { describe, expect, test } from "vitest";
import { callDirectly, plainCallOf, ToolServer } from "./direct-call.ts";

const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "think", arguments: { thought: "x" } },
};
const withParams = (more: object) => ({ ...call, params: { ...call.params, ...more } });

describe("which messages are plain tool calls", () => {
  test.each([
    ["a call", call],
    ["a call without arguments", { ...call, params: { name: "think" } }],
    ["a call with a text as id", { ...call, id: "a" }],
    ["a call that wants progress", withParams({ _meta: { progressToken: 1, "clew/idempotencyKey": "k" } })],
  ])("%s is", (_, message) => {
    expect(plainCallOf(message)).toEqual({ id: message.id, params: message.params });
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a batch", [call]],
    ["another method", { ...call, method: "tools/list" }],
    ["a notification", { ...call, id: undefined }],
    ["a fraction as id", { ...call, id: 1.5 }],
    ["a further member", { ...call, extra: 1 }],
    ["a further parameter", withParams({ task: {} })],
    ["a name that is no text", withParams({ name: 1 })],
    ["arguments in a list", withParams({ arguments: [] })],
    ["a progress token that is an object", withParams({ _meta: { progressToken: {} } })],
    [
      "a request of 2026-07-28",
      withParams({ _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }),
    ],
  ])("%s is not", (_, message) => {
    expect(plainCallOf(message)).toBeUndefined();
  });
});

const serverThat = (run: () => Promise<never>) =>
  new ToolServer({ name: "test", version: "0.0.0" }, { capabilities: { tools: {} } }, run);

test("[M3] an error outside of a tool becomes the error message that the SDK would send", async () => {
  const failing = serverThat(async () => {
    throw Object.assign(new Error("no"), { code: -32602, data: { why: 1 } });
  });
  expect(await callDirectly(failing, plainCallOf(call)!)!.answer).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32602, message: "no", data: { why: 1 } },
  });
});
