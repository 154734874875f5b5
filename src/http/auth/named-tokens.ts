import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Authenticate } from "./principal.ts";
import type { Scope } from "./scope.ts";

/** The hashed token of a principal. */
export interface NamedToken {
  readonly name: string;
  readonly hash: Buffer;
  readonly scopes: readonly Scope[];
}

const PREFIX = "sha256:";

/** Accepts the tokens that `current` returns. */
export function authenticateTokens(current: () => readonly NamedToken[]): Authenticate {
  return async (token) => {
    const found = findToken(current(), token);
    if (!found) return { invalid: "The token is unknown." };
    return { principal: { name: found.name, scopes: found.scopes } };
  };
}

/** A new token of 32 random bytes, and its hash as the tokens file has it. */
export function newToken(): { readonly token: string; readonly tokenHash: string } {
  const token = `clew_${randomBytes(32).toString("base64url")}`;
  return { token, tokenHash: `${PREFIX}${hashOf(token).toString("hex")}` };
}

/**
 * The hash of a token. It need not be slow, as for a password: 32 random bytes cannot be guessed, and every request
 * computes it.
 */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Reads a hash from the tokens file; undefined if it is malformed. */
export function readHash(text: string): Buffer | undefined {
  return /^sha256:[0-9a-f]{64}$/i.test(text) ? Buffer.from(text.slice(PREFIX.length), "hex") : undefined;
}

function findToken(tokens: readonly NamedToken[], presented: string): NamedToken | undefined {
  const hash = hashOf(presented);
  let found: NamedToken | undefined;
  // All are compared, so that timing does not reveal which one matched.
  for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found ??= token;
  return found;
}
