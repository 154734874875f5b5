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
  given: Partial<SocketLimits> = {},
): Promise<RunningServer> {
  const limits = { ...SOCKET_LIMITS, ...given };
  return new Promise((resolve, reject) => {
    const serverOptions = { connectionsCheckingInterval: limits.lookMs };
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
 * Returns a function that waits until no request has come for a moment. A stopping server refuses requests meanwhile:
 * a proxy learns to leave it out, and no connection is closed while the proxy sends a request on it.
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
    // A stream that was ended just now leaves its connection idle a moment later.
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

/** How long what is left of a request that could not be read is waited for. */
const LEFTOVER_MS = 2_000;

const TOO_SLOW: NodeJS.ErrnoException = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** What is wrong with a request that could not be read, by the code of the fault. */
const REFUSALS: Readonly<Record<string, readonly [status: string, advice: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Send less in headers."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Send the request faster."],
};

/**
 * Answers what is no HTTP request, one with too large a header or one that does not come, and reads what is left of it
 * before the connection ends: a client that is still sending would otherwise see a broken connection instead of the
 * answer.
 */
function refuseRequest(error: NodeJS.ErrnoException, socket: Socket, answerOn: AnswerOn): void {
  // What is left of the request fails to be read in turn; it has its answer.
  if (socket.writableEnded) return;
  const answer = answerOn(socket);
  if (error.code === "ECONNRESET" || !socket.writable || answer === "under way") {
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
