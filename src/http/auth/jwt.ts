import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { Authenticate, Principal } from "./principal.ts";
import { isScope } from "./scope.ts";

/** Whose tokens are taken, and where the keys are. */
export interface JwtRules {
  readonly issuer: string;
  /** What a token must be meant for. */
  readonly audience: string;
  readonly jwksUrl: string;
  /** How soon after the keys were fetched an unknown key makes us fetch them again; half a minute unless given. */
  readonly cooldownMs?: number;
  /** How long the issuer may take to tell its keys; 5 seconds unless given. */
  readonly timeoutMs?: number;
}

/** Signatures of key pairs only: with a shared secret whoever can verify could also sign. */
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
/** How far the clocks of the issuer and of this machine may differ. */
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
    if (token.split(".").length !== 3) return { invalid: "The token is not known here." };
    try {
      const { payload } = await jwtVerify(token, keys, options);
      return principalOf(payload, issuer);
    } catch (error) {
      const invalid = faultOf(error);
      return invalid === undefined
        ? { unavailable: "The issuer's keys cannot be fetched at the moment." }
        : { invalid };
    }
  };
}

function principalOf(payload: JWTPayload, issuer: string): { principal: Principal } | { invalid: string } {
  const { sub, exp } = payload;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT)
    return { invalid: `The token's sub must be a text of 1 to ${MAX_SUBJECT} letters.` };
  return {
    principal: {
      // A name of the tokens file has no such mark in it, so that none can be mistaken for the other.
      name: `${issuer}|${sub}`,
      scopes: [...new Set([...words(payload.scope), ...words(payload.scp)])].filter(isScope),
      ...(exp !== undefined && { expiresAt: exp }),
    },
  };
}

function words(claim: unknown): readonly unknown[] {
  return typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
}

/** Why the token is no good; undefined when the fault is not the token's. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's ${error.claim} is not what it must be.`;
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token is signed in a way that is not taken.";
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
