import { connect, type Socket } from "node:net";
import type { HttpServer } from "../http-server.ts";
import { pause } from "../pace.ts";
import type { Random } from "../random.ts";
import type { Tally } from "../tally.ts";

/** What broken clients work with. */
export interface BrokenSetup {
  readonly servers: readonly HttpServer[];
  readonly random: Random;
  readonly tally: Tally;
  readonly stop: AbortSignal;
}

/** Opens connections that misbehave, a few at a time, until the round ends. */
export async function runBrokenClients({ servers, random, tally, stop }: BrokenSetup): Promise<void> {
  const open = new Set<Socket>();
  stop.addEventListener("abort", () => {
    for (const socket of open) socket.destroy();
  });
  while (!stop.aborted) {
    const server = random.pick(servers);
    const behave = random.pick(BEHAVIOURS);
    if (server.isUp && open.size < 60) {
      tally.attacks += 1;
      const { port, hostname } = server.url;
      const socket = connect({ port: Number(port), host: hostname });
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => open.delete(socket));
      socket.on("connect", () => behave(socket, random, stop));
    }
    await pause(random.between(10, 150), stop);
  }
  for (const socket of open) socket.destroy();
}

type Behaviour = (socket: Socket, random: Random, stop: AbortSignal) => void;

const HEAD =
  "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n";
const THOUGHT = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "think", arguments: { thought: "#0# of a broken client", session_id: "broken" } },
});
const post = (body: string, extra = "") =>
  `${HEAD}${extra}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const BEHAVIOURS: readonly Behaviour[] = [
  // Half a request, then silence.
  (socket, random) => void socket.write(post(THOUGHT).slice(0, random.between(1, 400))),
  // Half a request, then a reset.
  (socket, random) =>
    socket.write(post(THOUGHT).slice(0, random.between(1, 400)), () => socket.resetAndDestroy()),
  // A whole request, and a reset before or during the answer.
  (socket, random) =>
    socket.write(post(THOUGHT), () => setTimeout(() => socket.resetAndDestroy(), random.between(0, 20))),
  // A reset at the first byte of the answer.
  (socket) => {
    socket.write(post(THOUGHT));
    socket.once("data", () => socket.resetAndDestroy());
  },
  // One byte at a time.
  (socket, _random, stop) => void drip(socket, post(THOUGHT), stop),
  // A body that is too large, announced honestly, in chunks, or not at all.
  (socket) => void socket.write(post("x".repeat(6_000_000))),
  (socket) => void socket.write(`${HEAD}content-length: 999999999999\r\n\r\n{`),
  (socket) =>
    void socket.write(
      `${HEAD}transfer-encoding: chunked\r\n\r\n${"ffff\r\n".concat("y".repeat(0xffff), "\r\n").repeat(90)}`,
    ),
  // Malformed JSON-RPC.
  (socket) => void socket.write(post('{"jsonrpc":"2.0","id":1,"method":')),
  (socket) => void socket.write(post("[".repeat(100_000))),
  (socket) => void socket.write(post(`[${Array(60).fill(THOUGHT).join(",")}]`)),
  (socket) => void socket.write(post('{"jsonrpc":"1.0","id":{},"method":5}')),
  (socket) => void socket.write(post("null")),
  // Malformed HTTP.
  (socket) => void socket.write("\u0000\u0001\u0002\r\n\r\n"),
  (socket) => void socket.write(`GET /${"a".repeat(60_000)} HTTP/1.1\r\n\r\n`),
  (socket) => void socket.write(`${HEAD}${"x-a: b\r\n".repeat(5_000)}\r\n`),
  (socket) =>
    void socket.write(
      `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    ),
  // Streams that are opened and never read.
  (socket) => {
    socket.pause();
    socket.write("GET /api/events?from=0 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  },
  (socket) => {
    socket.pause();
    socket.write(post(THOUGHT).repeat(50));
  },
  // Pages and lists, cut off.
  (socket, random) => {
    socket.write("GET /api/sessions?limit=200 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".repeat(20));
    setTimeout(() => socket.resetAndDestroy(), random.between(0, 50));
  },
];

async function drip(socket: Socket, text: string, stop: AbortSignal): Promise<void> {
  for (const char of text) {
    if (stop.aborted || socket.destroyed) return;
    socket.write(char);
    await pause(100, stop);
  }
}
