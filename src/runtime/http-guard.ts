import { ConfigError } from "../config/load.ts";
import { isLoopback } from "../config/sandbox.ts";
import type { Config } from "../config/schema.ts";
import { createGate, type Gate } from "../http/auth/gate.ts";
import { authenticateTokens, hashOf, type NamedToken } from "../http/auth/named-tokens.ts";
import { neededScopes } from "../http/auth/needed-scopes.ts";
import { type Authenticate, firstOf, OWNER } from "../http/auth/principal.ts";
import { SCOPES } from "../http/auth/scope.ts";
import { openTokensFile, TokensFileError } from "../http/auth/tokens-file.ts";
import { createLimits, type HttpLimits, type MakeRate } from "../http/limits/limits.ts";
import { createSharedRate } from "../http/limits/shared-rate.ts";
import { trustedProxies } from "../http/limits/trusted-proxies.ts";
import { catalogueOf } from "../server/catalogue.ts";
import type { Peers } from "../store/peers.ts";
import type { Log } from "../telemetry/log.ts";

/** The default rate of authenticated callers. */
const RATE_PER_MINUTE = 6_000;

/** The checks that every HTTP request passes first. */
export interface HttpGuard {
  readonly gate: Gate | undefined;
  /** Creates the limits; servers that are peers share their rates. */
  readonly limits: (peers: Peers | undefined) => HttpLimits;
  /** Host names that requests may address, in addition to loopback. */
  readonly hostnames: readonly string[];
  /** Origins whose pages may call this server. */
  readonly origins: readonly string[];
}

/** Creates the configured gate and limits. Without a gate the server may only listen on loopback. */
export async function createHttpGuard(config: Config, log: Log): Promise<HttpGuard> {
  const authenticators = [...configuredTokens(config, log), ...(await issuedTokens(config))];
  if (authenticators.length === 0) refuseOpenNetwork(config.host);
  const { tools, aliases } = catalogueOf(["all", "classic"]);
  const effectOf = (name: string) => tools.find((tool) => tool.name === (aliases[name] ?? name))?.effect;
  const { ratePerMinute = authenticators.length > 0 ? RATE_PER_MINUTE : 0, publicUrl } = config;
  const rules = {
    perMinute: ratePerMinute || undefined,
    toolsPerMinute: toolRates(
      config,
      tools.map(({ name }) => name),
    ),
    maxRequests: config.maxRequests,
    maxStreams: config.maxStreams,
    addressOf: trustedProxies(config.trustedProxies?.split(",") ?? []),
  };
  return {
    gate:
      authenticators.length === 0
        ? undefined
        : createGate({
            authenticate: firstOf(authenticators),
            neededScopes: (message) =>
              neededScopes(message, { effectOf, hasPrometheus: config.prometheusUrl !== undefined }),
            publicUrl,
            issuer: config.jwtIssuer,
          }),
    limits: (peers) => createLimits(rules, peers && sharedRates(peers, log)),
    hostnames: hostnamesOf(config),
    origins: config.corsOrigins?.split(",") ?? [],
  };
}

function sharedRates({ lease }: Peers, log: Log): MakeRate {
  const onError = (error: unknown) => log.warn("shared rate", { error });
  return (perMinute, name) => createSharedRate({ perMinute, name, lease, onError });
}

function configuredTokens({ token, tokensFile }: Config, log: Log): readonly Authenticate[] {
  const owner: NamedToken | undefined =
    token === undefined ? undefined : { name: OWNER, hash: hashOf(token), scopes: SCOPES };
  const inFile = tokensFile === undefined ? undefined : openFile(tokensFile, log);
  if (!owner && !inFile) return [];
  return [authenticateTokens(() => [...(owner ? [owner] : []), ...(inFile?.() ?? [])])];
}

function openFile(path: string, log: Log): () => readonly NamedToken[] {
  try {
    return openTokensFile(path, (problem) => log.error("tokens file", { problem }));
  } catch (error) {
    if (error instanceof TokensFileError) throw new ConfigError(`CLEW_TOKENS_FILE: ${error.message}`);
    throw error;
  }
}

async function issuedTokens({ jwtIssuer, jwtAudience, jwksUrl }: Config): Promise<readonly Authenticate[]> {
  const parts = { CLEW_JWT_ISSUER: jwtIssuer, CLEW_JWT_AUDIENCE: jwtAudience, CLEW_JWKS_URL: jwksUrl };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return [];
  if (jwtIssuer === undefined || jwtAudience === undefined || jwksUrl === undefined)
    throw new ConfigError(`${missing.join(" and ")} must be set too, to verify JWTs`);
  const { authenticateJwt } = await import("../http/auth/jwt.ts");
  return [authenticateJwt({ issuer: jwtIssuer, audience: jwtAudience, jwksUrl })];
}

function refuseOpenNetwork(host: string): void {
  if (isLoopback(host)) return;
  throw new ConfigError(
    `--host: '${host}' is not loopback, and anybody there could call. Set CLEW_TOKEN, CLEW_TOKENS_FILE, or CLEW_JWT_ISSUER with CLEW_JWT_AUDIENCE and CLEW_JWKS_URL.`,
  );
}

/** The configured host names, the bound address unless it is a wildcard, and the public one. */
function hostnamesOf({ allowHost, host, publicUrl }: Config): readonly string[] {
  const bound = ["0.0.0.0", "::"].includes(host) ? [] : [host.includes(":") ? `[${host}]` : host];
  const publicName = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return [...(allowHost?.split(",") ?? []), ...bound, ...publicName].map((name) => name.toLowerCase());
}

function toolRates(
  { toolRates: setting = "" }: Config,
  known: readonly string[],
): Readonly<Record<string, number>> {
  const rates = setting
    .split(",")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("="));
  const unknown = rates.find(([tool]) => !known.includes(tool!));
  if (unknown) throw new ConfigError(`CLEW_TOOL_RATES: no tool '${unknown[0]}'. Known: ${known.join(", ")}`);
  return Object.fromEntries(rates.map(([tool, rate]) => [tool, Number(rate)]));
}
