import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";

/**
 * Sends streams as they come. The web server would hold a stream's first event for a timer's turn, to see whether the
 * stream is over by then and its length known: an answer in a session would take a millisecond longer. A stream that
 * says how it is sent is not held. Its head and what is there already leave in one packet.
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
