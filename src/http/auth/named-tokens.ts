import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Authenticate } from "./principal.ts";
import type { Scope } from "./scope.ts";

/** A token of a principal, as it is kept: hashed. */
export interface NamedToken {
  readonly name: string;
  readonly hash: Buffer;
  readonly scopes: readonly Scope[];
}

const PREFIX = "sha256:";

/** Knows the tokens that `current` tells at the moment it is asked. */
export function authenticateTokens(current: () => readonly NamedToken[]): Authenticate {
  return async (token) => {
    const found = findToken(current(), token);
    if (!found) return { invalid: "The token is not known here." };
    return { principal: { name: found.name, scopes: found.scopes } };
  };
}

/** A new token of 32 random bytes, and its hash as the tokens file has it. */
export function newToken(): { readonly token: string; readonly tokenHash: string } {
  const token = `clew_${randomBytes(32).toString("base64url")}`;
  return { token, tokenHash: `${PREFIX}${hashOf(token).toString("hex")}` };
}

/**
 * The hash of a token. A plain one, because a token is no password: nobody finds 32 random bytes by trying, however
 * fast each try is, and every request pays for it.
 */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The hash that a text of the tokens file stands for; undefined when it is none. */
export function readHash(text: string): Buffer | undefined {
  return /^sha256:[0-9a-f]{64}$/i.test(text) ? Buffer.from(text.slice(PREFIX.length), "hex") : undefined;
}

function findToken(tokens: readonly NamedToken[], presented: string): NamedToken | undefined {
  const hash = hashOf(presented);
  let found: NamedToken | undefined;
  // Every one is compared, so that the time tells nothing of which it was.
  for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found ??= token;
  return found;
}
