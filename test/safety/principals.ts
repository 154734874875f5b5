import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runClew } from "../support/clew.ts";

/** The output of `clew token`. */
export interface MadePrincipal {
  readonly token: string;
  readonly entry: object;
}

/** Creates a principal as an operator does. */
export async function newPrincipal(home: string, name: string, scopes: string): Promise<MadePrincipal> {
  const { stdout } = await runClew(["token", name, "--scopes", scopes, "--json"], { home });
  return JSON.parse(stdout);
}

/** Writes the tokens file of these principals, and returns its path. */
export function writeTokens(home: string, ...all: readonly MadePrincipal[]): string {
  const path = join(home, "tokens.json");
  writeFileSync(path, JSON.stringify({ principals: all.map(({ entry }) => entry) }));
  return path;
}

/** The headers of a request with a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
