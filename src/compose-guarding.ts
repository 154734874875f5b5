import { ConfigError } from "./config/load.ts";
import { isLoopback } from "./config/sandbox.ts";
import type { Config } from "./config/schema.ts";
import { createGate, type Gate } from "./http/auth/gate.ts";
import { authenticateTokens, hashOf, type NamedToken } from "./http/auth/named-tokens.ts";
import { neededScopes } from "./http/auth/needed-scopes.ts";
import { type Authenticate, firstOf, OWNER } from "./http/auth/principal.ts";
import { SCOPES } from "./http/auth/scope.ts";
import { openTokensFile, TokensFileError } from "./http/auth/tokens-file.ts";
import { createLimits, type Limits, type MakeRate } from "./http/limits/limits.ts";
import { createSharedRate } from "./http/limits/shared-rate.ts";
import { trustedProxies } from "./http/limits/trusted-proxies.ts";
import { catalogueOf } from "./server/catalogue.ts";
import type { Peers } from "./store/peers.ts";
import type { Log } from "./telemetry/log.ts";

/** The rate of callers who say who they are, unless it is set. */
const RATE_PER_MINUTE = 6_000;

/** What stands before the HTTP server. */
export interface Guarding {
  readonly gate: Gate | undefined;
  /** Makes the limits; servers that are peers share their rates. */
  readonly limits: (peers: Peers | undefined) => Limits;
  /** Names under which this server may be addressed, besides loopback. */
  readonly hostnames: readonly string[];
  /** Origins whose pages may use it. */
  readonly origins: readonly string[];
}

/** Makes gate and limits as they are configured; nothing is open off loopback without a gate. */
export async function composeGuarding(config: Config, log: Log): Promise<Guarding> {
  const ways = [...knownTokens(config, log), ...(await issuedTokens(config))];
  if (ways.length === 0) refuseOpenNetwork(config.host);
  const { tools, aliases } = catalogueOf(["all", "classic"]);
  const effectOf = (name: string) => tools.find((tool) => tool.name === (aliases[name] ?? name))?.effect;
  const { ratePerMinute = ways.length > 0 ? RATE_PER_MINUTE : 0, publicUrl } = config;
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
      ways.length === 0
        ? undefined
        : createGate({
            authenticate: firstOf(ways),
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

function knownTokens({ token, tokensFile }: Config, log: Log): readonly Authenticate[] {
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
  const { authenticateJwt } = await import("./http/auth/jwt.ts");
  return [authenticateJwt({ issuer: jwtIssuer, audience: jwtAudience, jwksUrl })];
}

function refuseOpenNetwork(host: string): void {
  if (isLoopback(host)) return;
  throw new ConfigError(
    `--host: '${host}' is not loopback, and anybody there could call. Set CLEW_TOKEN, CLEW_TOKENS_FILE, or CLEW_JWT_ISSUER with CLEW_JWT_AUDIENCE and CLEW_JWKS_URL.`,
  );
}

/** Names that were given, the address that is bound unless it stands for all, and the public one. */
function hostnamesOf({ allowHost, host, publicUrl }: Config): readonly string[] {
  const bound = ["0.0.0.0", "::"].includes(host) ? [] : [host.includes(":") ? `[${host}]` : host];
  const known = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return [...(allowHost?.split(",") ?? []), ...bound, ...known].map((name) => name.toLowerCase());
}

function toolRates(
  { toolRates: given = "" }: Config,
  known: readonly string[],
): Readonly<Record<string, number>> {
  const rates = given
    .split(",")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("="));
  const unknown = rates.find(([tool]) => !known.includes(tool!));
  if (unknown) throw new ConfigError(`CLEW_TOOL_RATES: no tool '${unknown[0]}'. Known: ${known.join(", ")}`);
  return Object.fromEntries(rates.map(([tool, rate]) => [tool, Number(rate)]));
}
