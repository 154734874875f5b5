import type { MiddlewareHandler } from "hono";

/** The response headers that a page may read. */
const EXPOSED = "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After, X-Request-Id";

/** Lets pages of these origins call the server from a browser. They must send a token themselves. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header("origin");
    if (origin === undefined || !origins.includes(origin)) return next();
    const isPreflight =
      context.req.method === "OPTIONS" && context.req.header("access-control-request-method") !== undefined;
    if (isPreflight) {
      context.header("Access-Control-Allow-Methods", "GET, POST, DELETE");
      context.header(
        "Access-Control-Allow-Headers",
        context.req.header("access-control-request-headers") ?? "",
      );
      context.header("Access-Control-Max-Age", "600");
    } else {
      await next();
      context.header("Access-Control-Expose-Headers", EXPOSED);
    }
    context.header("Access-Control-Allow-Origin", origin);
    context.header("Vary", "Origin", { append: true });
    return isPreflight ? context.body(null, 204) : undefined;
  };
}
