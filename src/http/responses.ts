import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { inRequest, requestIdFrom } from "../telemetry/request-scope.ts";

/** A request and how it was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which may contain private data. */
  readonly path: string;
  readonly status: number;
  /** Time until the answer started; a stream may continue. */
  readonly ms: number;
}

/** Gives every request an id: the caller's `X-Request-Id`, or a new one. Log lines and the answer carry it. */
export function requestIds(onAnswer: (request: AnsweredRequest) => void = () => {}): MiddlewareHandler {
  return (context, next) => {
    const requestId = requestIdFrom(context.req.header("x-request-id"));
    return inRequest({ requestId }, async () => {
      const started = performance.now();
      await next();
      context.res.headers.set("X-Request-Id", requestId);
      const { method, path } = context.req;
      const ms = Math.round((performance.now() - started) * 10) / 10;
      onAnswer({ method, path, status: context.res.status, ms });
    });
  };
}

/** A page loads resources from this server only, and cannot be framed. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Stops browsers from guessing content types, and restricts what pages may load. */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    // `context.header` would copy the response, body included.
    const { headers } = context.res;
    headers.set("X-Content-Type-Options", "nosniff");
    if (!headers.get("content-type")?.startsWith("text/html")) return;
    if (!headers.has("content-security-policy")) headers.set("Content-Security-Policy", PAGE_POLICY);
    headers.set("Referrer-Policy", "no-referrer");
  };
}

/**
 * Sends streams without delay. The web server holds back the first event of a stream for one timer tick, in case the
 * stream ends by then and its length is known: each answer in a session would take a millisecond longer. It does not
 * hold back a stream with a transfer encoding. Headers and the first event leave in one packet.
 */
export function sendStreamsAtOnce(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { incoming } = (context.env ?? {}) as { readonly incoming?: IncomingMessage };
    // Before HTTP/1.1 a stream ends with its connection.
    if (incoming?.httpVersion !== "1.1") return;
    if (!context.res.headers.get("content-type")?.startsWith("text/event-stream")) return;
    context.res.headers.set("Transfer-Encoding", "chunked");
    const { socket } = incoming;
    socket.cork();
    setImmediate(() => socket.uncork());
  };
}
