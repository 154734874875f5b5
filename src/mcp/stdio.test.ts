import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Server } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serveStreams } from "./stdio.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;

// Time stands still, so that nothing ends because the server gave up waiting.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A server on a pair of streams whose one tool waits until the test answers it. */
function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const calls: (() => void)[] = [];
  let listens = 0;
  const ended = serveStreams({
    makeServer: () => {
      const capabilities = { tools: {}, resources: { subscribe: true } };
      const server = new Server({ name: "test", version: "0.0.0" }, { capabilities });
      server.setRequestHandler("tools/list", () => ({ tools: [] }));
      server.setRequestHandler("tools/call", async () => {
        await new Promise<void>((answer) => calls.push(answer));
        return { content: [{ type: "text", text: "late, but here" }] };
      });
      return server;
    },
    input,
    output,
    onError: () => {},
    onListen: async () => {
      listens++;
    },
  });
  return {
    input,
    ended,
    calls,
    listens: () => listens,
    send: (message: object) => input.write(line(message)),
    next: async () => JSON.parse((await lines.next()).value ?? "null"),
  };
}

const rpc = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const ping = (id: number) => rpc(id, "ping");
const line = (message: object) => `${JSON.stringify(message)}\n`;
const pong = { jsonrpc: "2.0", result: {} };
const call = (id: number) => rpc(id, "tools/call", { name: "wait", arguments: {} });

/** Opens a connection of the handshake era with a call under way. */
async function openWithCall(id: number) {
  const serving = open();
  serving.send(
    rpc("hello", "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "0.0.0" },
    }),
  );
  await serving.next();
  serving.send(call(id));
  await vi.waitFor(() => expect(serving.calls).toHaveLength(1));
  return serving;
}

describe("invalid messages", () => {
  test.each([
    ["text that is not JSON", "{nope", -32700],
    ["a message that was cut off", '{"jsonrpc":"2.0","id":1,"meth', -32700],
    ["a value that is no object", "[]", -32600],
    ["an object that is no message", '{"id":1,"method":"ping"}', -32600],
    ["an id of the wrong type", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ])("[P2] %s is answered with a null id, and the next line works", async (_, text, code) => {
    const { input, next, send } = open();
    input.write(`${text}\n`);
    expect(await next()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
    send(ping(1));
    expect(await next()).toEqual({ ...pong, id: 1 });
  });

  test("[P2] refuses a message that nests too deeply, with its id", async () => {
    const { input, next, send } = open();
    input.write(`{"jsonrpc":"2.0","id":7,"method":"ping","params":${"[".repeat(5000)}${"]".repeat(5000)}}\n`);
    expect(await next()).toMatchObject({ id: 7, error: { code: -32600 } });
    send(ping(8));
    expect(await next()).toEqual({ ...pong, id: 8 });
  });
});

describe("lines", () => {
  test("[M2] a message may be split at any byte", async () => {
    const { input, next } = open();
    for (const byte of Buffer.from(line({ ...ping(1), params: { _meta: { note: "🧵é" } } })))
      input.write(Buffer.of(byte));
    expect(await next()).toEqual({ ...pong, id: 1 });
  });

  test("[M2] reads many messages at once, with any line endings and blank lines", async () => {
    const { input, next } = open();
    const text = `\ufeff${line(ping(1)).replace("\n", "\r\n")}\n  \r\n${line(ping(2))}{oops\n${line(ping(3))}`;
    input.end(`${text}${JSON.stringify(ping(4))}`);
    const answered = [await next(), await next(), await next(), await next(), await next()];
    const refused = { jsonrpc: "2.0", id: null, error: expect.objectContaining({ code: -32700 }) };
    for (const id of [1, 2, 3, 4]) expect(answered).toContainEqual({ ...pong, id });
    expect(answered).toContainEqual(refused);
  });

  test("[M2] refuses an oversized line and reads the next", async () => {
    const { input, next, send } = open();
    const piece = Buffer.alloc(MAX_LINE_BYTES / 4, " ");
    for (let i = 0; i < 4; i++) input.write(piece);
    send(ping(1));
    const { id, error } = await next();
    expect(id).toBeNull();
    expect(error).toMatchObject({ code: -32600, message: expect.stringContaining(`${MAX_LINE_BYTES}`) });
    send(ping(2));
    expect(await next()).toEqual({ ...pong, id: 2 });
  });

  test("[M2] reads a line as long as the limit", async () => {
    const { input, next } = open();
    const message = JSON.stringify(ping(1));
    input.write(`${message.padEnd(MAX_LINE_BYTES, " ")}\n`);
    expect(await next()).toEqual({ ...pong, id: 1 });
  });
});

describe("the end of the input", () => {
  test("[P13] answers requests in flight before the server ends", async () => {
    const { input, next, ended, calls } = await openWithCall(5);
    input.end();
    calls[0]!();
    expect(await next()).toMatchObject({ id: 5, result: { content: [{ text: "late, but here" }] } });
    await ended;
  });

  test("[P13] answers a request without a final newline", async () => {
    const { input, next, ended } = open();
    input.end(JSON.stringify(ping(1)));
    expect(await next()).toEqual({ ...pong, id: 1 });
    await ended;
  });

  test("[P13] does not wait for cancelled requests", async () => {
    const { input, send, ended } = await openWithCall(5);
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } });
    input.end();
    await ended;
  });

  test("[P13] does not wait for subscriptions", async () => {
    const { input, send, next, listens, ended } = open();
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "0.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    send(rpc(1, "subscriptions/listen", { notifications: { resourceSubscriptions: ["a://b"] }, _meta }));
    expect(await next()).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
    expect(listens()).toBe(1);
    input.end();
    await ended;
  });

  test("[P13] gives up a call that never ends", async () => {
    const { input, ended } = await openWithCall(5);
    input.end();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    vi.runAllTimers();
    await ended;
  });
});
