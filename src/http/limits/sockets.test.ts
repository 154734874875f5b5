import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../listen.ts";
import type { SocketLimits } from "./sockets.ts";

const QUICK: Partial<SocketLimits> = {
  headersMs: 300,
  requestMs: 5_000,
  graceMs: 300,
  idleMs: 300,
  checkMs: 50,
};

async function open(limits: Partial<SocketLimits> = QUICK) {
  const app = new Hono();
  const seen: string[] = [];
  app.post("/", async (context) => {
    try {
      const body = await context.req.text();
      seen.push(body.slice(0, 20));
      return context.text(`got ${body.length}`);
    } catch {
      seen.push("broken off");
      return context.text("broken off", 400);
    }
  });
  app.post("/early", (context) => context.text("no", 403));
  app.get("/", (context) => context.text("well"));
  app.get("/much", (context) => {
    const { outgoing } = context.env as { readonly outgoing: ServerResponse };
    outgoing.once("close", () => seen.push(outgoing.writableFinished ? "read" : "unread"));
    return context.body(new Uint8Array(32 << 20));
  });
  const server = await listen(app, "127.0.0.1", 0, limits);
  onTestFinished(() => server.close());
  const dial = () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const isServed = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: "close" } });
    expect(await answer.text()).toBe("well");
  };
  return { dial, isServed, seen };
}

/** Sends a letter every so often until the connection ends. */
function drip(socket: Socket, everyMs: number, piece: string): void {
  const timer = setInterval(() => socket.writable && socket.write(piece), everyMs);
  socket.once("close", () => clearInterval(timer));
}

describe("a connection", () => {
  test("[SA7] whose body arrives byte by byte is closed with 408, and others are served meanwhile", async () => {
    const { dial, isServed, seen } = await open();
    const slow = Array.from({ length: 20 }, () => {
      const socket = dial();
      socket.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n");
      drip(socket, 20, "x");
      return text(socket);
    });
    for (let turn = 0; turn < 10; turn++) await isServed();
    for (const answer of await Promise.all(slow)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
    await expect.poll(() => seen.length).toBe(20);
    expect(new Set(seen)).toEqual(new Set(["broken off"]));
    await isServed();
  });

  test("[SA7] whose headers arrive byte by byte is closed with 408, and others are served meanwhile", async () => {
    const { dial, isServed } = await open();
    const slow = Array.from({ length: 20 }, () => {
      const socket = dial();
      socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
      drip(socket, 20, "X-A: b\r\n");
      return text(socket);
    });
    for (let turn = 0; turn < 10; turn++) await isServed();
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await isServed();
  });

  test("[SA7] that sends nothing is closed", async () => {
    const { dial, isServed } = await open();
    const silent = dial();
    await Promise.all([once(silent.resume(), "close"), isServed()]);
  });

  test("[SA7] that is idle between requests for too long is closed after its answer", async () => {
    const { dial } = await open();
    const socket = dial();
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*well$/s);
  });

  test("[SA7] whose body takes longer than a whole request may is closed, however steady it is", async () => {
    const { dial } = await open({ ...QUICK, requestMs: 400 });
    const socket = dial();
    socket.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n");
    drip(socket, 20, "x".repeat(10_000));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("[SA7] that is slow, but not too slow, is served", async () => {
    const { dial, seen } = await open({ ...QUICK, graceMs: 100, minBytesPerSecond: 100 });
    const socket = dial();
    socket.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n");
    drip(socket, 20, "x".repeat(50));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*got 1000$/s);
    expect(seen).toHaveLength(1);
  });

  test("[SA7] that does not read its answer is closed, and others are served meanwhile", async () => {
    const { dial, isServed, seen } = await open({ ...QUICK, unreadMs: 300 });
    const socket = dial();
    socket.pause();
    socket.write("GET /much HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    for (let turn = 0; turn < 10; turn++) await isServed();
    await expect.poll(() => seen).toEqual(["unread"]);
    await isServed();
  });

  test("[SA7] that already has its answer gets no second one when the rest of its body is too slow, and stays intact", async () => {
    const { dial } = await open({ ...QUICK, minBytesPerSecond: 1_000_000 });
    const early = Array.from({ length: 20 }, () => {
      const socket = dial();
      socket.write("POST /early HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n");
      // So often that something is on its way when the connection is ended.
      drip(socket, 1, "x");
      return text(socket);
    });
    for (const said of await Promise.all(early)) {
      expect(said).toMatch(/^HTTP\/1\.1 403 /);
      expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
  });

  test("[P16] that was used before gets an answer to an oversized header", async () => {
    const { dial } = await open({ ...QUICK, idleMs: 60_000 });
    const socket = dial().setEncoding("utf8");
    let said = "";
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await expect.poll(() => said).toMatch(/well$/);
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${"x".repeat(70_000)}\r\n\r\n`);
    await once(socket, "close");
    expect(said).toMatch(/HTTP\/1\.1 200 .*HTTP\/1\.1 431 /s);
  });

  test("[SA7] above the limit is closed, and earlier ones are served", async () => {
    const { dial } = await open({ ...QUICK, idleMs: 60_000, headersMs: 60_000, maxConnections: 2 });
    const [first, second] = [dial(), dial()];
    await Promise.all([once(first, "connect"), once(second, "connect")]);
    const third = dial();
    await once(third.resume(), "close");
    first.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    expect(await text(first)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
