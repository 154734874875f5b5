import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./listen.ts";
import { securityHeaders, sendStreamsAtOnce } from "./responses.ts";

/** A server with one stream whose first event is there at once and whose second waits for `go`. */
async function open() {
  const encoder = new TextEncoder();
  const { promise: went, resolve: go } = Promise.withResolvers<void>();
  const { promise: answer, resolve: answered } = Promise.withResolvers<ServerResponse>();
  const app = new Hono().use(securityHeaders(), sendStreamsAtOnce()).get("/", (context) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode("data: first\n\n"));
        void went.then(() => {
          controller.enqueue(encoder.encode("data: second\n\n"));
          controller.close();
        });
      },
    });
    answered((context.env as { readonly outgoing: ServerResponse }).outgoing);
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const server = await listen(app, "127.0.0.1", 0);
  onTestFinished(() => server.close());
  const ask = (version: string) => {
    const socket = connect(server.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write(`GET / HTTP/${version}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    return socket;
  };
  return { ask, go, answer };
}

test("[P22] sends a stream's first event together with its headers, without waiting for a timer", async () => {
  const { ask, go, answer } = await open();
  const socket = ask("1.1");
  const outgoing = await answer;
  // One turn of the loop, in which no timer of a millisecond can be due.
  await setImmediate();
  expect(outgoing.headersSent).toBe(true);
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*data: first\n\n/s);
  go();
  expect(await text(socket)).toMatch(/^e\r\ndata: second\n\n\r\n0\r\n\r\n$/);
});

test("[P22] an HTTP/1.0 client gets the events unframed until the connection ends", async () => {
  const { ask, go } = await open();
  go();
  const said = await text(ask("1.0"));
  expect(said).toMatch(/\r\n\r\ndata: first\n\ndata: second\n\n$/);
  expect(said).not.toMatch(/transfer-encoding/i);
});
