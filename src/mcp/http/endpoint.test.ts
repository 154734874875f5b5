import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { InMemoryServerEventBus, type McpServerFactory } from "@modelcontextprotocol/server";
import { describe, expect, test, vi } from "vitest";
import {
  bare,
  connectClient,
  initialize,
  messagesOf,
  modernCall,
  modernRequest,
  openEndpoint,
  post,
  rpc,
  startSession,
} from "../../../test/support/mcp-endpoint.ts";

const ann = { token: "a", clientId: "ann", scopes: [] };
const lookCall = rpc("tools/call", { name: "look", arguments: {} });
const waitCall = rpc("tools/call", { name: "wait", arguments: {} });

describe("both eras at one URL", () => {
  test("a tool sees the headers and the principal of a 2026-07-28 request, but no session", async () => {
    const { endpoint } = openEndpoint();
    const client = await connectClient(endpoint, "auto", ann);
    expect(client.getProtocolEra()).toBe("modern");
    const { content } = await client.callTool({ name: "look", arguments: {} });
    expect(content).toEqual([
      { type: "text", text: JSON.stringify({ workflow: "w-1", principal: "ann", sessionId: null }) },
    ]);
    expect(endpoint.sessionCount).toBe(0);
  });

  test("a tool sees the headers, the principal and the session of a handshake-era request", async () => {
    const { endpoint } = openEndpoint();
    const client = await connectClient(endpoint, "legacy", ann);
    const { content } = await client.callTool({ name: "look", arguments: {} });
    const seen = JSON.parse((content[0] as { text: string }).text);
    expect(seen).toEqual({
      workflow: "w-1",
      principal: "ann",
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(endpoint.sessionCount).toBe(1);
  });

  test.each(["auto", "legacy"] as const)(
    "a tool may ask the user of a client that connects %s",
    async (mode) => {
      const { endpoint } = openEndpoint();
      const client = await connectClient(endpoint, mode);
      const { content } = await client.callTool({ name: "greet", arguments: {} });
      expect(content).toEqual([{ type: "text", text: "Hello, Ann" }]);
    },
  );

  test("a client that disconnects cancels its 2026-07-28 call", async () => {
    const { endpoint, calls } = openEndpoint();
    const leave = new AbortController();
    const answer = endpoint.fetch(modernCall("wait", leave.signal));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    leave.abort();
    expect((await answer).status).toBe(499);
    expect(calls[0]?.signal.aborted).toBe(true);
  });
});

test("[PE3] acknowledges a 2026-07-28 subscription once no change can be missed", async () => {
  const bus = new InMemoryServerEventBus();
  const ready = Promise.withResolvers<void>();
  let isListening = false;
  const subscribe: typeof bus.subscribe = (listener) => {
    isListening = true;
    return bus.subscribe(listener);
  };
  const { endpoint } = openEndpoint({ bus: () => ({ publish() {}, subscribe }), ready: () => ready.promise });
  const notifications = { resourceSubscriptions: ["clew://a"] };
  let isAnswered = false;
  const answer = endpoint.fetch(modernRequest("subscriptions/listen", { notifications })).finally(() => {
    isAnswered = true;
  });
  await vi.waitFor(() => expect(isListening).toBe(true));
  expect(isAnswered).toBe(false);
  ready.resolve();
  await (await answer).body!.cancel();
});

test("a change on the bus reaches a listening client of the 2026-07-28 revision", async () => {
  const bus = new InMemoryServerEventBus();
  const { endpoint } = openEndpoint({ bus: () => bus });
  const notifications = { resourceSubscriptions: ["clew://a"] };
  const answer = await endpoint.fetch(modernRequest("subscriptions/listen", { notifications }));
  const frames = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await frames.read()).value).toContain("notifications/subscriptions/acknowledged");
  bus.publish({ kind: "resource_updated", uri: "clew://other" });
  bus.publish({ kind: "resource_updated", uri: "clew://a" });
  const { value } = await frames.read();
  expect(value).toContain("notifications/resources/updated");
  expect(value).toContain('"clew://a"');
  await frames.cancel();
  expect(bus.listenerCount).toBe(0);
});

test("[SA5] gives each listening 2026-07-28 client the bus of its principal", async () => {
  const buses = new Map(["ann", "bob"].map((name) => [name, new InMemoryServerEventBus()]));
  const { endpoint } = openEndpoint({ bus: (authInfo) => buses.get(authInfo!.clientId)! });
  const notifications = { resourceSubscriptions: ["clew://a"] };
  const [anns, bobs] = await Promise.all(
    [...buses.keys()].map(async (clientId) => {
      const authInfo = { token: "", clientId, scopes: [] };
      const answer = await endpoint.fetch(modernRequest("subscriptions/listen", { notifications }), {
        authInfo,
      });
      return answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    }),
  );
  for (const frames of [anns!, bobs!]) expect((await frames.read()).value).toContain("acknowledged");
  expect([...buses.values()].map((bus) => bus.listenerCount)).toEqual([1, 1]);
  buses.get("ann")!.publish({ kind: "resource_updated", uri: "clew://a" });
  expect((await anns!.read()).value).toContain('"clew://a"');
  await anns!.cancel();
  expect([...buses.values()].map((bus) => bus.listenerCount)).toEqual([0, 1]);
  await bobs!.cancel();
});

describe("[P19] a handshake-era request without a session", () => {
  test.each(["*/*", "application/json"])(
    "that accepts %s is answered with one JSON document",
    async (accept) => {
      const { endpoint, closed } = openEndpoint();
      const answer = await endpoint.fetch(post(rpc("tools/list"), { accept }));
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(await answer.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
      expect(endpoint.sessionCount).toBe(0);
      expect(closed()).toBe(1);
    },
  );

  test("is answered with a stream if it accepts one, and its server is closed afterwards", async () => {
    const { endpoint, closed } = openEndpoint();
    const answer = await endpoint.fetch(post(lookCall));
    expect(await messagesOf(answer)).toMatchObject([{ id: 1, result: { content: [{ type: "text" }] } }]);
    expect(closed()).toBe(1);
  });

  test("is cancelled when the client disconnects", async () => {
    const { endpoint, calls, closed } = openEndpoint();
    const leave = new AbortController();
    const answer = endpoint.fetch(post(waitCall, { accept: "*/*" }, leave.signal));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    leave.abort();
    expect((await answer).status).toBe(499);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(closed()).toBe(1);
  });

  test.each(["GET", "DELETE", "PUT"] as const)("cannot be a %s", async (method) => {
    const { endpoint } = openEndpoint();
    const answer = await endpoint.fetch(bare(method));
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });
});

describe("errors", () => {
  test.each([
    ["a 2026-07-28 request", modernCall("look")],
    ["a new session", post(initialize())],
    ["a request without a session", post(lookCall)],
    ["a request without a session or a stream", post(lookCall, { accept: "*/*" })],
  ])("in the factory for %s is reported, and answered without its details", async (_, request) => {
    const onError = vi.fn();
    const { endpoint } = openEndpoint({ factory: () => Promise.reject(new Error("secret")), onError });
    const answer = await endpoint.fetch(request);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(text).not.toContain("secret");
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "secret" }));
  });

  test.each([
    ["is too large", post("x".repeat(200)), 413],
    ["is no JSON", post({}, { "content-type": "text/plain" }), 415],
    ["is no JSON-RPC", post({ hello: 1 }), 400],
  ])("in a body that %s never reaches a server", async (_, request, status) => {
    const factory = vi.fn<McpServerFactory>();
    const { endpoint } = openEndpoint({ factory, maxBodyBytes: 100 });
    expect((await endpoint.fetch(request)).status).toBe(status);
    expect(factory).not.toHaveBeenCalled();
  });
});

test("closing ends every session and answers 503 afterwards", async () => {
  const { endpoint, closed } = openEndpoint();
  await startSession(endpoint);
  await startSession(endpoint);
  await endpoint.close();
  expect(endpoint.sessionCount).toBe(0);
  expect(closed()).toBe(2);
  expect((await endpoint.fetch(post(initialize()))).status).toBe(503);
});

test("an endpoint does not keep its process alive", async () => {
  const module = JSON.stringify(new URL("./endpoint.ts", import.meta.url).href);
  const script = `(await import(${module})).createHttpEndpoint({ factory() {} }); console.log("made");`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    timeout: 30_000,
  });
  expect((await run).stdout).toBe("made\n");
});
