import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";

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
