import type { Principal } from "../../ledger/principal.ts";

/** The principal that holds `CLEW_TOKEN`: the owner of the machine. */
export const OWNER = "owner";

/** The result of checking a token. `unavailable`: it cannot be checked right now, and may be valid. */
export type Verdict =
  | { readonly principal: Principal }
  | { readonly invalid: string }
  | { readonly unavailable: string };

/** Checks a token. */
export type Authenticate = (token: string) => Promise<Verdict>;

declare module "hono" {
  interface ContextVariableMap {
    /** Absent if authentication is off. */
    principal?: Principal;
  }
}

/** Tries each in turn; the first that accepts the token, or cannot check it, decides. */
export function firstOf(all: readonly Authenticate[]): Authenticate {
  return async (token) => {
    let last: Verdict = { invalid: "The token is unknown." };
    for (const authenticate of all) {
      last = await authenticate(token);
      if (!("invalid" in last)) return last;
    }
    return last;
  };
}
