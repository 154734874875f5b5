const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Guards against DNS rebinding: a page on another site must not reach a server on loopback. Tells why a request is
 * refused; undefined when it may pass. Programs send no Origin; browsers always do. Pages of `origins` may pass.
 */
export function checkOrigin(
  headers: Headers,
  hostnames: readonly string[],
  origins: readonly string[] = [],
): string | undefined {
  const allowed = [...LOOPBACK, ...hostnames];
  const host = hostnameOf(`http://${headers.get("host") ?? ""}`);
  if (host === undefined || !allowed.includes(host))
    return `Host '${clip(headers.get("host"))}' is not served here. Address the server as ${allowed.join(", ")}, or name it with --allow-host.`;
  const origin = headers.get("origin");
  if (origin === null || origins.includes(origin)) return undefined;
  const from = hostnameOf(origin);
  if (from === undefined || !allowed.includes(from))
    return `Origin '${clip(origin)}' may not use this server.`;
  return undefined;
}

/** The host of a URL that is nothing but scheme, host and port: a parser alone would pass over what stands around them. */
function hostnameOf(url: string): string | undefined {
  if (url.includes("@") || !URL.canParse(url)) return undefined;
  const { hostname, pathname, search, hash } = new URL(url);
  return hostname !== "" && ["", "/"].includes(pathname + search + hash) ? hostname.toLowerCase() : undefined;
}

const clip = (text: string | null): string => (text ?? "").slice(0, 100).replace(/[^\x20-\x7e]/g, "?");
