import type { Scope } from "./scope.ts";

/** Who a request comes from, once that is proved. */
export interface Principal {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** When what proves it runs out, in seconds since 1970. */
  readonly expiresAt?: number;
}

/** The name of whoever has the token of `CLEW_TOKEN`: those whose machine it is. */
export const OWNER = "owner";

/** What came of looking at a token. `unavailable`: nobody can tell at the moment, and the token may be good. */
export type Verdict =
  | { readonly principal: Principal }
  | { readonly invalid: string }
  | { readonly unavailable: string };

/** Looks at a token. */
export type Authenticate = (token: string) => Promise<Verdict>;

declare module "hono" {
  interface ContextVariableMap {
    /** Absent where callers need not say who they are. */
    principal?: Principal;
  }
}

/** Asks each in turn; the first that knows the token, or cannot tell, decides. */
export function firstOf(all: readonly Authenticate[]): Authenticate {
  return async (token) => {
    let last: Verdict = { invalid: "The token is not known here." };
    for (const authenticate of all) {
      last = await authenticate(token);
      if (!("invalid" in last)) return last;
    }
    return last;
  };
}
