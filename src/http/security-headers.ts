import type { MiddlewareHandler } from "hono";

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
