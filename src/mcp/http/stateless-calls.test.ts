import { expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { messagesOf, post, rpc } from "../../../test/support/mcp-endpoint.ts";
import { defineTool, type ToolProgress } from "../define.ts";
import type { View } from "../run-tool.ts";
import { createServerFactory } from "../serve.ts";
import { createHttpEndpoint } from "./endpoint.ts";

type Run = (input: { readonly text?: string | undefined }, progress: ToolProgress) => Promise<string>;

/** An endpoint with one tool, which answers plain calls itself or leaves them to the SDK. */
function open(run: Run, answersItself: boolean) {
  const echo = defineTool({
    name: "echo",
    title: "Echo",
    description: "Does what the test wants.",
    effect: "read",
    input: z.object({ text: z.string().optional() }),
    output: z.object({ answer: z.string() }),
    examples: [],
    run: async (input, { progress }) => ({ answer: await run(input, progress) }),
  });
  const factory = createServerFactory({
    name: "test",
    version: "0.0.0",
    instructions: "",
    catalogue: { tools: [echo], resources: [], prompts: [], aliases: { repeat: "echo" } },
    viewOf: () => ({ sessions: { current: async () => undefined } }) as unknown as View,
    updates: { listen: () => () => {}, ready: async () => {} },
    report: () => {},
    connection: {},
  });
  const plainServer = vi.fn(() => factory({ era: "modern" }));
  const endpoint = createHttpEndpoint({ factory, ...(answersItself && { plainServer }) });
  onTestFinished(() => endpoint.close());
  return { endpoint, plainServer };
}

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A call of the tool; `given` replaces its parameters, its headers, or members of its `_meta`. */
function call(
  given: { readonly params?: object; readonly headers?: object; readonly meta?: object } = {},
  signal?: AbortSignal,
): Request {
  const params = { name: "echo", arguments: { text: "hello" }, ...given.params };
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": params.name,
    ...given.headers,
  };
  return post(rpc("tools/call", { ...params, _meta: { ...envelope, ...given.meta } }, "a"), headers, signal);
}

const echoed: Run = async ({ text = "nothing" }, { report }) => {
  if (text === "fail") throw new Error("broken");
  await report("half", 1, 2);
  return text;
};

test.each<[string, Parameters<typeof call>[0]]>([
  ["a call", {}],
  ["a call without arguments", { params: { arguments: undefined } }],
  ["a call by another name of the tool", { params: { name: "repeat" } }],
  ["arguments of a wrong type", { params: { arguments: { text: {} } } }],
  ["a call that fails", { params: { arguments: { text: "fail" } } }],
  ["a client that does not say what it is", { meta: { "io.modelcontextprotocol/clientInfo": undefined } }],
  [
    "a client that shows forms",
    { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } } },
  ],
  ["a client without a version", { meta: { "io.modelcontextprotocol/clientInfo": { name: "test" } } }],
  ["a call that asks for progress", { meta: { progressToken: 7 } }],
  ["an unknown tool", { params: { name: "other" } }],
  ["an unknown parameter", { params: { other: 1 } }],
  ["a header that names another tool", { headers: { "mcp-name": "other" } }],
  ["a header that names another method", { headers: { "mcp-method": "tools/list" } }],
  ["a header that names another revision", { headers: { "mcp-protocol-version": "2025-11-25" } }],
  ["an unknown revision", { meta: { "io.modelcontextprotocol/protocolVersion": "2030-01-01" } }],
])("[M4] answers %s as the SDK does", async (_, given) => {
  const [own, sdk] = await Promise.all(
    [true, false].map(async (answersItself) => {
      const response = await open(echoed, answersItself).endpoint.fetch(call(given));
      const type = response.headers.get("content-type");
      return { status: response.status, type, messages: await messagesOf(response) };
    }),
  );
  expect(own).toEqual(sdk);
});

test("[M4] a plain call does not pass through the SDK, and one that asks for progress does", async () => {
  const { endpoint, plainServer } = open(echoed, true);
  await endpoint.fetch(call());
  expect(plainServer).toHaveBeenCalledTimes(1);
  await endpoint.fetch(call({ meta: { progressToken: 7 } }));
  expect(plainServer).toHaveBeenCalledTimes(1);
});

test.each(["its client disconnects", "the server closes"])(
  "[M4] cancels a plain call when %s",
  async (reason) => {
    let signal: AbortSignal | undefined;
    const run: Run = async (_, progress) => {
      signal = progress.signal;
      await new Promise((cancelled) => progress.signal.addEventListener("abort", cancelled));
      return "late";
    };
    const { endpoint } = open(run, true);
    const connection = new AbortController();
    const answer = endpoint.fetch(call({}, connection.signal));
    await vi.waitFor(() => expect(signal).toBeDefined());
    expect(signal!.aborted).toBe(false);
    if (reason === "the server closes") await endpoint.close();
    else connection.abort();
    await vi.waitFor(() => expect(signal!.aborted).toBe(true));
    await answer;
  },
);
