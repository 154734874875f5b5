import { isIP } from "node:net";
import * as z from "zod";
import { isSafeAddress, setting, wholeNumber } from "./setting.ts";

/** Settings of the HTTP server: its address, who may call it, and its limits. */
export const httpSettings = {
  host: setting({
    flag: "host",
    env: "CLEW_HOST",
    description:
      "Address the HTTP server listens on; any but loopback needs CLEW_TOKEN, CLEW_TOKENS_FILE or JWTs",
    schema: z.string().min(1).default("127.0.0.1"),
  }),
  allowHost: setting({
    flag: "allow-host",
    env: "CLEW_ALLOWED_HOSTS",
    description: "Additional host names of the HTTP server, separated by commas",
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*$/,
        "must be names separated by commas, such as host.docker.internal",
      )
      .optional(),
  }),
  port: setting({
    flag: "port",
    env: "CLEW_PORT",
    description: "Port of the HTTP server; 0 picks a free one",
    schema: wholeNumber(0, 65535).default(4747),
  }),
  publicUrl: setting({
    env: "CLEW_PUBLIC_URL",
    description: "Public address of the HTTP server, e.g. behind a TLS proxy",
    schema: z
      .url({ protocol: /^https?$/, error: "must be a web address, such as https://clew.example.org" })
      .optional(),
  }),
  token: setting({
    env: "CLEW_TOKEN",
    description: "Token that callers of the HTTP server must send; it grants full access",
    secret: true,
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9\-._~+/]{20,512}={0,2}$/,
        "must be at least 20 characters long and contain no whitespace; `clew token NAME` generates one",
      )
      .optional(),
  }),
  tokensFile: setting({
    env: "CLEW_TOKENS_FILE",
    description: "File with the names, hashed tokens and scopes of the principals",
    schema: z.string().min(1).optional(),
  }),
  jwtIssuer: setting({
    env: "CLEW_JWT_ISSUER",
    description: "Issuer whose JWTs the HTTP server accepts; requires CLEW_JWT_AUDIENCE and CLEW_JWKS_URL",
    schema: z.string().min(1).optional(),
  }),
  jwtAudience: setting({
    env: "CLEW_JWT_AUDIENCE",
    description: "Required audience of a JWT, e.g. https://clew.example.org/mcp",
    schema: z.string().min(1).optional(),
  }),
  jwksUrl: setting({
    env: "CLEW_JWKS_URL",
    description: "Address of the issuer's keys: https, or http on loopback",
    schema: z.string().refine(isSafeAddress, "must be an https address, or http on loopback").optional(),
  }),
  corsOrigins: setting({
    env: "CLEW_CORS_ORIGINS",
    description: "Origins, separated by commas, whose pages may use the HTTP server from a browser",
    schema: z
      .string()
      .regex(
        /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?(,https?:\/\/[a-z0-9.-]+(:\d{1,5})?)*$/,
        "must be origins separated by commas, such as https://app.example.org",
      )
      .optional(),
  }),
  ratePerMinute: setting({
    env: "CLEW_RATE_PER_MINUTE",
    description:
      "Messages per minute and caller; 0 for no limit. Default: 6000 with authentication, otherwise none",
    schema: wholeNumber(0, 10_000_000).optional(),
  }),
  toolRates: setting({
    env: "CLEW_TOOL_RATES",
    description: "Calls per minute and caller, by tool, e.g. reasoning_linear=60,notebook=600",
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9_]+=[1-9]\d{0,6}(,[A-Za-z0-9_]+=[1-9]\d{0,6})*$/,
        "must be tools with a number, separated by commas, such as reasoning_linear=60",
      )
      .optional(),
  }),
  trustedProxies: setting({
    env: "CLEW_TRUSTED_PROXIES",
    description:
      "Addresses or networks of proxies, separated by commas, e.g. 10.0.0.0/8: their X-Forwarded-For is trusted",
    schema: z
      .string()
      .refine(
        (given) => given.split(",").every(isProxyAddress),
        "must be addresses separated by commas, such as 10.0.0.7,192.168.0.0/16",
      )
      .optional(),
  }),
  maxRequests: setting({
    env: "CLEW_MAX_REQUESTS",
    description: "Maximum number of HTTP requests in flight",
    schema: wholeNumber(1, 100_000).default(512),
  }),
  maxStreams: setting({
    env: "CLEW_MAX_STREAMS",
    description: "Maximum number of listening HTTP clients; they do not count as requests",
    schema: wholeNumber(1, 100_000).default(2_048),
  }),
  maxConnections: setting({
    env: "CLEW_MAX_CONNECTIONS",
    description: "Maximum number of HTTP connections; others are closed",
    schema: wholeNumber(1, 1_000_000).default(4_096),
  }),
};

/** Whether a text is an IP address or a network in CIDR notation. */
export function isProxyAddress(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}
