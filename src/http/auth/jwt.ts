import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { Principal } from "../../ledger/principal.ts";
import type { Authenticate } from "./principal.ts";
import { isScope } from "./scope.ts";

/** The issuer whose tokens are accepted, and where its keys are. */
export interface JwtRules {
  readonly issuer: string;
  /** The audience that a token must have. */
  readonly audience: string;
  readonly jwksUrl: string;
  /** The shortest time between two fetches of the keys; half a minute by default. */
  readonly cooldownMs?: number;
  /** How long fetching the keys may take; 5 seconds by default. */
  readonly timeoutMs?: number;
}

/** Asymmetric signatures only: with a shared secret, anyone who can verify could also sign. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** The allowed difference between the clocks of the issuer and this machine. */
const LEEWAY_SECONDS = 30;
const MAX_SUBJECT = 255;

/** Verifies JWTs of one issuer, as a resource server of OAuth 2.1 does. */
export function authenticateJwt(rules: JwtRules): Authenticate {
  const { issuer, audience, jwksUrl, cooldownMs = 30_000, timeoutMs = 5_000 } = rules;
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cooldownDuration: cooldownMs,
    timeoutDuration: timeoutMs,
    cacheMaxAge: 600_000,
  });
  const options = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: LEEWAY_SECONDS,
    requiredClaims: ["exp", "sub"],
  };
  return async (token) => {
    if (token.split(".").length !== 3) return { invalid: "The token is unknown." };
    try {
      const { payload } = await jwtVerify(token, keys, options);
      return principalOf(payload, issuer);
    } catch (error) {
      const invalid = problemOf(error);
      return invalid === undefined
        ? { unavailable: "The issuer's keys cannot be fetched at the moment." }
        : { invalid };
    }
  };
}

function principalOf(payload: JWTPayload, issuer: string): { principal: Principal } | { invalid: string } {
  const { sub, exp } = payload;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT)
    return { invalid: `The token's sub must be a string of 1 to ${MAX_SUBJECT} characters.` };
  return {
    principal: {
      // Names in the tokens file contain no `|`, so the two cannot be confused.
      name: `${issuer}|${sub}`,
      scopes: [...new Set([...words(payload.scope), ...words(payload.scp)])].filter(isScope),
      expiresAt: exp,
    },
  };
}

function words(claim: unknown): readonly unknown[] {
  return typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
}

/** Why the token is invalid; undefined if the error has another cause. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's ${error.claim} has the wrong value.`;
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token's signature algorithm is not accepted.";
  if (error instanceof errors.JWKSNoMatchingKey)
    return "The token is signed with a key that the issuer does not have.";
  const faults = [
    errors.JWSInvalid,
    errors.JWTInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSENotSupported,
    errors.JWKSMultipleMatchingKeys,
  ];
  return faults.some((fault) => error instanceof fault)
    ? "The token is not a valid JWT of the issuer."
    : undefined;
}
