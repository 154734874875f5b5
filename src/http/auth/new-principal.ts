import { newToken } from "./named-tokens.ts";
import { parseTokensFile } from "./tokens-file.ts";

/** A new token, and the entry of the tokens file that has its hash. */
export interface NewPrincipal {
  readonly token: string;
  readonly entry: { readonly name: string; readonly tokenHash: string; readonly scopes: readonly string[] };
}

/** Creates a principal for the tokens file; throws a `TokensFileError` if the file would not accept it. */
export function newPrincipal(name: string, scopes: readonly string[]): NewPrincipal {
  const { token, tokenHash } = newToken();
  const entry = { name, tokenHash, scopes };
  parseTokensFile(JSON.stringify({ principals: [entry] }));
  return { token, entry };
}
