import type { MiddlewareHandler } from "hono";

/** A page loads resources from this server only, and cannot be framed. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Stops browsers from guessing content types, and restricts what pages may load. */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    if (!context.res.headers.get("content-type")?.startsWith("text/html")) return;
    if (!context.res.headers.has("content-security-policy"))
      context.header("Content-Security-Policy", PAGE_POLICY);
    context.header("Referrer-Policy", "no-referrer");
  };
}
