import type { Context } from "hono";
import { trimEnd } from "../../ledger/trim-end.ts";
import type { Scope } from "./scope.ts";

/** The path of the protected resource metadata (RFC 9728). */
export const METADATA_PATH = "/.well-known/oauth-protected-resource";

/** The content of `WWW-Authenticate` (RFC 6750). */
export interface Challenge {
  readonly error?: "invalid_request" | "invalid_token" | "insufficient_scope";
  readonly description?: string;
  readonly scopes?: readonly Scope[];
}

/** The address that callers use to reach this server. */
export function addressOf(context: Context, publicUrl: string | undefined): string {
  return (publicUrl && trimEnd(publicUrl, "/")) ?? new URL(context.req.url).origin;
}

/** The value of `WWW-Authenticate`. It points to the metadata, where a client finds the token issuer. */
export function challengeHeader(address: string, { error, description, scopes }: Challenge): string {
  const parts = [
    error && `error="${error}"`,
    description && `error_description="${description.replace(/["\\]|[^\x20-\x7e]/g, "'")}"`,
    scopes && `scope="${scopes.join(" ")}"`,
    `resource_metadata="${address}${METADATA_PATH}/mcp"`,
  ];
  return `Bearer ${parts.filter(Boolean).join(", ")}`;
}
