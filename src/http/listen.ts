import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { type AnswerOn, SOCKET_LIMITS, type SocketLimits, watchSockets } from "./limits/sockets.ts";

/** A web server that accepts connections. */
export interface RunningServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The URL of a server on this host and port. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Binds the web server to an address; rejects with the system's error if that fails. */
export function listen(
  app: Hono,
  host: string,
  port: number,
  options: Partial<SocketLimits> = {},
): Promise<RunningServer> {
  const limits = { ...SOCKET_LIMITS, ...options };
  return new Promise((resolve, reject) => {
    const serverOptions = { connectionsCheckingInterval: limits.checkMs };
    const server = serve({ fetch: app.fetch, hostname: host, port, serverOptions }, (address) => {
      resolve({ host, port: address.port, close: () => quiet().then(() => close(server)) });
    }) as Server;
    const quiet = watchQuiet(server);
    const answerOn = watchSockets(server, limits, (socket) => refuseRequest(TOO_SLOW, socket, answerOn));
    server.on("clientError", (error, socket) => refuseRequest(error, socket as Socket, answerOn));
    server.once("error", reject);
  });
}

/** How long a stopping server must have had no request before it closes connections. */
const QUIET_MS = 250;
const MAX_WAIT_MS = 1_000;

/**
 * Returns a function that waits until no request has arrived for a moment. A stopping server refuses requests meanwhile:
 * a proxy learns to skip it, and no connection is closed while the proxy sends a request on it.
 */
function watchQuiet(server: Server): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  server.on("request", () => {
    last = performance.now();
  });
  return async () => {
    const until = performance.now() + MAX_WAIT_MS;
    for (let now = performance.now(); now < until && now - last < QUIET_MS; now = performance.now())
      await delay(20);
  };
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    // The connection of a stream becomes idle shortly after the stream has ended.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const force = setTimeout(() => server.closeAllConnections(), 2_000);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(force);
      done();
    });
    server.closeIdleConnections();
  });
}

/** How long to read the rest of a refused request. */
const LEFTOVER_MS = 2_000;

const TOO_SLOW: NodeJS.ErrnoException = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** The answer to an unreadable request, by error code. */
const REFUSALS: Readonly<Record<string, readonly [status: string, advice: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Send less in headers."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Send the request faster."],
};

/**
 * Answers a request that is malformed, too slow or has too large headers, and reads the rest of it before the connection
 * ends: a client that is still sending would otherwise see a broken connection instead of the answer.
 */
function refuseRequest(error: NodeJS.ErrnoException, socket: Socket, answerOn: AnswerOn): void {
  // The rest of the request causes further errors; the first one was answered.
  if (socket.writableEnded) return;
  const answer = answerOn(socket);
  if (error.code === "ECONNRESET" || !socket.writable || answer === "started") {
    socket.destroy();
    return;
  }
  socket.on("error", () => socket.destroy());
  socket.on("data", () => {});
  socket.resume();
  socket.end(answer === "written" ? "" : refusalOf(error));
  setTimeout(() => socket.destroy(), LEFTOVER_MS).unref();
}

function refusalOf({ code = "" }: NodeJS.ErrnoException): string {
  const [status, advice] = REFUSALS[code] ?? ["400 Bad Request", "Send a well-formed request."];
  const body = JSON.stringify({ error: `${status}. ${advice}` });
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
