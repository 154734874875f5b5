import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a connection may take of a server's time. */
export interface SocketLimits {
  /** Until the headers of a request are there, from when the connection was made or the request began. */
  readonly headersMs: number;
  /** Until a whole request is there. */
  readonly requestMs: number;
  /** A body may be slower than the least rate for so long. */
  readonly graceMs: number;
  readonly leastBytesPerSecond: number;
  /** How long a client may leave an answer unread. */
  readonly unreadMs: number;
  /** How long a connection may rest between requests. */
  readonly restMs: number;
  readonly maxConnections: number;
  /** How often connections are looked at. */
  readonly lookMs: number;
}

/** Generous to slow networks, and to agents that pause between calls. */
export const SOCKET_LIMITS: SocketLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  graceMs: 10_000,
  leastBytesPerSecond: 1_024,
  unreadMs: 60_000,
  restMs: 75_000,
  maxConnections: 4_096,
  lookMs: 1_000,
};

interface Watched {
  request?: IncomingMessage;
  response?: ServerResponse;
  began: number;
  readBefore: number;
  /** How much of its answers had left when that was looked at last, and when it had grown. */
  left: number;
  leftAt: number;
}

/** How far the answer to what a connection sends is: a second one can be written neither into it nor behind it. */
export type AnswerOn = (socket: Socket) => "none" | "under way" | "written";

/**
 * Ends connections whose bodies come too slowly, by way of `refuse`, and those whose answers are not read. Node itself
 * holds the time of headers and of whole requests.
 */
export function watchSockets(
  server: Server,
  limits: SocketLimits,
  refuse: (socket: Socket) => void,
): AnswerOn {
  const watched = new Map<Socket, Watched>();
  server.maxConnections = limits.maxConnections;
  server.keepAliveTimeout = limits.restMs;
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.on("connection", (socket) => {
    watched.set(socket, { began: 0, readBefore: 0, left: 0, leftAt: performance.now() });
    socket.once("close", () => watched.delete(socket));
  });
  server.on("request", (request, response) => {
    const one = watched.get(request.socket);
    if (!one) return;
    one.request = request;
    one.response = response;
    one.began = performance.now();
    one.readBefore = request.socket.bytesRead;
  });
  let looked = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    const wasHeldUp = now - looked > 2 * limits.lookMs;
    looked = now;
    // What came while this process did something else has not been read yet: that is nobody's slowness but ours.
    if (wasHeldUp) return;
    for (const [socket, one] of watched) {
      if (comesTooSlowly(socket, one, now, limits)) refuse(socket);
      else if (isLeftUnread(socket, one, now, limits)) socket.destroy();
    }
  }, limits.lookMs);
  look.unref();
  server.on("close", () => clearInterval(look));
  return (socket) => {
    const { request, response } = watched.get(socket) ?? {};
    if (!response?.headersSent) return "none";
    if (!response.writableFinished) return "under way";
    return request?.complete ? "none" : "written";
  };
}

function comesTooSlowly(socket: Socket, one: Watched, now: number, limits: SocketLimits): boolean {
  const age = now - one.began;
  if (!one.request || one.request.complete || age < limits.graceMs || socket.writableEnded) return false;
  const bytes = socket.bytesRead - one.readBefore;
  return (bytes * 1_000) / age < limits.leastBytesPerSecond;
}

function isLeftUnread(socket: Socket, one: Watched, now: number, limits: SocketLimits): boolean {
  const left = socket.bytesWritten - socket.writableLength;
  if (left !== one.left || socket.writableLength === 0) {
    one.left = left;
    one.leftAt = now;
  }
  return now - one.leftAt > limits.unreadMs;
}
