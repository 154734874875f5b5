import { newToken } from "./named-tokens.ts";
import { parseTokensFile } from "./tokens-file.ts";

/** A principal with a new token: the token, and the entry of the tokens file that knows it by its hash. */
export interface NewPrincipal {
  readonly token: string;
  readonly entry: { readonly name: string; readonly tokenHash: string; readonly scopes: readonly string[] };
}

/** Makes a principal that a tokens file takes; throws a `TokensFileError` when none would. */
export function newPrincipal(name: string, scopes: readonly string[]): NewPrincipal {
  const { token, tokenHash } = newToken();
  const entry = { name, tokenHash, scopes };
  parseTokensFile(JSON.stringify({ principals: [entry] }));
  return { token, entry };
}
