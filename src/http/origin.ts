import { BoundedMap } from "../primitives/bounded-map.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Health probes use the server's IP address as host name; these paths reveal nothing secret. */
const ANY_HOST = ["/healthz", "/readyz"];

/** Which host names and origins are allowed. */
export interface OriginRules {
  /** Host names that requests may address, in addition to loopback. */
  readonly hostnames: readonly string[];
  /** Origins whose pages may call the server. */
  readonly origins?: readonly string[];
  /** Whether callers of `/metrics` must send a token, which a page of another site does not have. */
  readonly guardsMetrics?: boolean;
}

/**
 * Guards against DNS rebinding: a page on another site must not reach a server on loopback. Returns why a request is
 * refused, or undefined. Programs send no Origin; browsers always do.
 */
export function checkOrigin(
  headers: Headers,
  path: string,
  { hostnames, origins = [], guardsMetrics = false }: OriginRules,
): string | undefined {
  const allowed = [...LOOPBACK, ...hostnames];
  const host = hostnameOf(`http://${headers.get("host") ?? ""}`);
  const isAnyHost = ANY_HOST.includes(path) || (guardsMetrics && path === "/metrics");
  if (!isAnyHost && (host === undefined || !allowed.includes(host)))
    return `Host '${clip(headers.get("host"))}' is not served here. Address the server as ${allowed.join(", ")}, or name it with --allow-host.`;
  const origin = headers.get("origin");
  if (origin === null || origins.includes(origin)) return undefined;
  const from = hostnameOf(origin);
  if (from === undefined || !allowed.includes(from))
    return `Origin '${clip(origin)}' may not use this server.`;
  return undefined;
}

/** The host of a URL that consists of scheme, host and port only; a URL parser alone would accept more. */
function hostnameOf(url: string): string | undefined {
  const known = hostnames.get(url);
  if (known !== undefined) return known;
  const found = parseHostname(url);
  if (found !== undefined && url.length <= 100) hostnames.set(url, found);
  return found;
}

/** Parsed host names: almost every request has the one of the request before. */
const hostnames = new BoundedMap<string, string>(100, "insertion");

function parseHostname(url: string): string | undefined {
  if (url.includes("@") || !URL.canParse(url)) return undefined;
  const { hostname, pathname, search, hash } = new URL(url);
  return hostname !== "" && ["", "/"].includes(pathname + search + hash) ? hostname.toLowerCase() : undefined;
}

const clip = (text: string | null): string => (text ?? "").slice(0, 100).replace(/[^\x20-\x7e]/g, "?");
