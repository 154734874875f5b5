import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The time limits of a connection. */
export interface SocketLimits {
  /** For the headers of a request, from the start of the connection or request. */
  readonly headersMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** How long a body may be slower than the minimum rate. */
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
  /** How long a client may leave an answer unread. */
  readonly unreadMs: number;
  /** How long a connection may be idle between requests. */
  readonly idleMs: number;
  readonly maxConnections: number;
  /** How often connections are checked. */
  readonly checkMs: number;
}

/** Generous to slow networks and to agents that pause between calls. */
export const SOCKET_LIMITS: SocketLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  graceMs: 10_000,
  minBytesPerSecond: 1_024,
  unreadMs: 60_000,
  idleMs: 75_000,
  maxConnections: 4_096,
  checkMs: 1_000,
};

interface Watched {
  request?: IncomingMessage;
  response?: ServerResponse;
  began: number;
  readBefore: number;
  /** Bytes of its answers sent by the last check, and when that number last grew. */
  left: number;
  leftAt: number;
}

/** The state of the answer on a connection. Once it has started, no other answer can be written. */
export type AnswerOn = (socket: Socket) => "none" | "started" | "written";

/**
 * Refuses connections whose bodies arrive too slowly, and ends those whose answers are not read. Node itself enforces the
 * time limits of headers and whole requests.
 */
export function watchSockets(
  server: Server,
  limits: SocketLimits,
  refuse: (socket: Socket) => void,
): AnswerOn {
  const watched = new Map<Socket, Watched>();
  server.maxConnections = limits.maxConnections;
  server.keepAliveTimeout = limits.idleMs;
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
  let checkedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const wasBlocked = now - checkedAt > 2 * limits.checkMs;
    checkedAt = now;
    // The process itself was blocked and has not read the data that arrived: the clients are not slow.
    if (wasBlocked) return;
    for (const [socket, one] of watched) {
      if (isTooSlow(socket, one, now, limits)) refuse(socket);
      else if (isUnread(socket, one, now, limits)) socket.destroy();
    }
  }, limits.checkMs);
  timer.unref();
  server.on("close", () => clearInterval(timer));
  return (socket) => {
    const { request, response } = watched.get(socket) ?? {};
    if (!response?.headersSent) return "none";
    if (!response.writableFinished) return "started";
    return request?.complete ? "none" : "written";
  };
}

function isTooSlow(socket: Socket, one: Watched, now: number, limits: SocketLimits): boolean {
  const age = now - one.began;
  if (!one.request || one.request.complete || age < limits.graceMs || socket.writableEnded) return false;
  const bytes = socket.bytesRead - one.readBefore;
  return (bytes * 1_000) / age < limits.minBytesPerSecond;
}

function isUnread(socket: Socket, one: Watched, now: number, limits: SocketLimits): boolean {
  const left = socket.bytesWritten - socket.writableLength;
  if (left !== one.left || socket.writableLength === 0) {
    one.left = left;
    one.leftAt = now;
  }
  return now - one.leftAt > limits.unreadMs;
}
