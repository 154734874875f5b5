import { expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { post, rpc, startSession } from "../../../test/support/mcp-endpoint.ts";
import { defineTool, type ToolProgress } from "../define.ts";
import type { View } from "../run-tool.ts";
import { createServerFactory } from "../serve.ts";
import { createHttpEndpoint } from "./endpoint.ts";

/** An endpoint with one tool, whose calls the test performs. */
async function open(run: (progress: ToolProgress) => Promise<string>) {
  const tool = defineTool({
    name: "do",
    title: "Do",
    description: "Does what the test wants.",
    effect: "read",
    input: z.object({}),
    output: z.object({ answer: z.string() }),
    examples: [],
    run: async (_input, { progress }) => ({ answer: await run(progress) }),
  });
  const factory = createServerFactory({
    name: "test",
    version: "0.0.0",
    instructions: "",
    catalogue: { tools: [tool], resources: [], prompts: [], aliases: {} },
    viewOf: () => ({ sessions: { current: async () => undefined } }) as unknown as View,
    updates: { listen: () => () => {}, ready: async () => {} },
    report: (_, error) => expect.unreachable(String(error)),
    connection: {},
  });
  const endpoint = createHttpEndpoint({ factory });
  onTestFinished(() => endpoint.close());
  const session = { "mcp-session-id": await startSession(endpoint) };
  const send = (json: unknown, headers = {}) => endpoint.fetch(post(json, { ...session, ...headers }));
  const call = (more = {}, id: string | number = 1) =>
    send(rpc("tools/call", { name: "do", arguments: {}, ...more }, id));
  return { send, call };
}

/** The messages of a stream. */
async function eventsOf(
  response: Response,
): Promise<readonly { id?: unknown; result?: unknown; method?: string }[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

const type = (response: Response) => response.headers.get("content-type");
const done = { structuredContent: { answer: "done" } };

test("[M3] a quick tool call in a session is answered in JSON", async () => {
  const { call } = await open(async () => "done");
  const response = await call({}, "a");
  expect(type(response)).toBe("application/json");
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: "a", result: done });
});

test("[M3] a call that reports progress is answered by a stream, and runs once", async () => {
  let runs = 0;
  const { call } = await open(async (progress) => {
    runs += 1;
    await progress.report("half", 1, 2);
    return "done";
  });
  const response = await call({ _meta: { progressToken: "p" } });
  expect(type(response)).toBe("text/event-stream");
  expect(await eventsOf(response)).toMatchObject([
    { method: "notifications/progress", params: { progressToken: "p", message: "half" } },
    { id: 1, result: done },
  ]);
  expect(runs).toBe(1);
});

test("[M3] a call that takes long is answered by a stream, and runs once", async () => {
  const finish = Promise.withResolvers<string>();
  let runs = 0;
  const { call } = await open(() => {
    runs += 1;
    return finish.promise;
  });
  const response = await call();
  expect(type(response)).toBe("text/event-stream");
  finish.resolve("done");
  expect(await eventsOf(response)).toMatchObject([{ id: 1, result: done }]);
  expect(runs).toBe(1);
});

test.each([
  ["in JSON", 0],
  ["by a stream", 200],
])("[M3] cancels a call that would be answered %s", async (_, waitMs) => {
  let signal: AbortSignal | undefined;
  const { call, send } = await open(async (progress) => {
    signal = progress.signal;
    await new Promise((cancelled) => progress.signal.addEventListener("abort", cancelled));
    return "late";
  });
  const answer = call();
  await vi.waitFor(() => expect(signal).toBeDefined());
  const response = waitMs > 0 ? await answer : undefined;
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  expect((await send(cancelled)).status).toBe(202);
  expect(signal?.aborted).toBe(true);
  if (!response) expect(await (await answer).text()).toBe("");
});

test("[M3] refuses unsupported headers and unknown tools as the SDK does", async () => {
  const { call, send } = await open(async () => "done");
  expect((await send(rpc("tools/call", { name: "do" }), { accept: "application/json" })).status).toBe(406);
  expect(
    (await send(rpc("tools/call", { name: "do" }), { "mcp-protocol-version": "1999-01-01" })).status,
  ).toBe(400);
  const [refusal] = await eventsOf(await send(rpc("tools/call", { name: "other" })));
  expect(refusal).toMatchObject({ id: 1, error: { code: -32602 } });
  expect((await call()).status).toBe(200);
});
