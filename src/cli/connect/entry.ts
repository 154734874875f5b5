import type { Client } from "./clients.ts";
import type { McpServerEntry } from "./format.ts";
import type { Server, Variables } from "./servers.ts";

/** The entry of a server in a client's file, with its variables or token; undefined where the client takes no HTTP. */
export function entryFor(client: Client, server: Server): McpServerEntry | undefined {
  if (server.transport === "stdio")
    return { ...client.stdio(server.launch), ...carriedVariables(client, server.variables) };
  if (!client.http) return undefined;
  return { ...client.http(server.url), ...carriedToken(client, server.token) };
}

/** Names of the secrets that a client reads from its own environment. */
export function referredSecrets(client: Client, server: Server): readonly string[] {
  if (!client.reference && !client.forward) return [];
  if (server.transport === "http") return server.token === undefined ? [] : [TOKEN];
  return Object.keys(server.variables.secrets);
}

const TOKEN = "CLEW_TOKEN";

function carriedVariables({ reference, forward }: Client, { values, secrets }: Variables): McpServerEntry {
  const names = Object.keys(secrets);
  const written = Object.entries(secrets).map(([name, value]) => [name, reference?.(name) ?? value]);
  const env = forward ? values : { ...values, ...Object.fromEntries(written) };
  return {
    ...(Object.keys(env).length > 0 && { env }),
    ...(forward && names.length > 0 && forward.variables(names)),
  };
}

function carriedToken({ reference, forward }: Client, token: string | undefined): McpServerEntry {
  if (token === undefined) return {};
  return forward?.token(TOKEN) ?? { headers: { Authorization: `Bearer ${reference?.(TOKEN) ?? token}` } };
}
