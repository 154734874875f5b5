import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";

/** A web server that listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Binds the web server to an address; rejects with the system's error when it cannot. */
export function listen(app: Hono, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (address) => {
      resolve({ host, port: address.port, close: () => close(server) });
    }) as Server;
    // Clients that keep a connection open between calls must not be cut off in the middle of a pause for thought.
    server.keepAliveTimeout = 75_000;
    server.on("clientError", refuseRequest);
    server.once("error", reject);
  });
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

/**
 * Answers what is no HTTP request, or one with too large a header, and reads what is left of it before the connection
 * ends: a client that is still sending would otherwise see a broken connection instead of the answer.
 */
function refuseRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  // What is left of the request fails to be read in turn; it has its answer.
  if (socket.writableEnded) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify({ error: `${status}. Send less in headers, or a well-formed request.` });
  socket.on("error", () => socket.destroy());
  socket.on("data", () => {});
  socket.resume();
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LEFTOVER_MS).unref();
}
