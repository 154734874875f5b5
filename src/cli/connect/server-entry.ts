import { isDeepStrictEqual } from "node:util";
import type { Client } from "./clients.ts";
import type { McpServerEntry } from "./format.ts";

/** The command that starts the stdio server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Variables for the server: plain values, and secrets, which clients reference by name if they can. */
export interface Variables {
  readonly values: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** How a client reaches the server: it starts one, or connects to a running one. */
export type Server =
  | { readonly transport: "stdio"; readonly launch: Launch; readonly variables: Variables }
  | { readonly transport: "http"; readonly url: string; readonly token: string | undefined };

const transportKeys = ["type", "command", "args", "url", "httpUrl", "serverUrl"];
const secretKeys = ["env", "environment", "env_vars", "headers", "bearer_token_env_var"];

/** Whether an existing entry is equivalent to the expected one. The user's additions are ignored. */
export function isSameEntry(existing: unknown, expected: McpServerEntry): boolean {
  if (!isRecord(existing)) return false;
  const transport = "command" in expected ? "stdio" : "http";
  if (!secretKeys.every((key) => expected[key] === undefined || holds(existing[key], expected[key])))
    return false;
  // Gemini CLI reads both spellings and writes the second one itself.
  if ("httpUrl" in expected && existing.type === "http" && existing.url === expected.httpUrl) return true;
  return transportKeys.every((key) => {
    const value = existing[key];
    if (key === "type" && (value === undefined ? transport === "stdio" : value === transport)) return true;
    return isDeepStrictEqual(value, expected[key]);
  });
}

/** Whether an entry starts Clew or connects to it at `url`, in any spelling. */
export function isClewEntry(existing: unknown, url: string): boolean {
  if (!isRecord(existing)) return false;
  if ([existing.url, existing.httpUrl, existing.serverUrl].includes(url)) return true;
  const words = [existing.command, existing.args].flat().filter((word) => typeof word === "string");
  return (
    words.includes("mcp") && words.some((word) => /(^|[\\/])clew(@[^\\/]*)?(\.(js|cmd|exe))?$/i.test(word))
  );
}

/** Whether a value contains all entries of another; lists and strings must be equal. */
function holds(value: unknown, expected: McpServerEntry[string]): boolean {
  if (!isRecord(expected) || !isRecord(value)) return isDeepStrictEqual(value, expected);
  return Object.entries(expected).every(([key, item]) => value[key] === item);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entry for a client's file, with variables or token; undefined if the client does not support HTTP. */
export function entryFor(client: Client, server: Server): McpServerEntry | undefined {
  if (server.transport === "stdio")
    return { ...client.stdio(server.launch), ...variablesEntry(client, server.variables) };
  if (!client.http) return undefined;
  return { ...client.http(server.url), ...tokenEntry(client, server.token) };
}

/** Names of the secrets that the client reads from its own environment. */
export function referredSecrets(client: Client, server: Server): readonly string[] {
  if (!client.reference && !client.forward) return [];
  if (server.transport === "http") return server.token === undefined ? [] : [TOKEN];
  return Object.keys(server.variables.secrets);
}

const TOKEN = "CLEW_TOKEN";

function variablesEntry(
  { reference, forward, variablesKey = "env" }: Client,
  { values, secrets }: Variables,
): McpServerEntry {
  const names = Object.keys(secrets);
  const written = Object.entries(secrets).map(([name, value]) => [name, reference?.(name) ?? value]);
  const env = forward ? values : { ...values, ...Object.fromEntries(written) };
  return {
    ...(Object.keys(env).length > 0 && { [variablesKey]: env }),
    ...(forward && names.length > 0 && forward.variables(names)),
  };
}

function tokenEntry({ reference, forward }: Client, token: string | undefined): McpServerEntry {
  if (token === undefined) return {};
  return forward?.token(TOKEN) ?? { headers: { Authorization: `Bearer ${reference?.(TOKEN) ?? token}` } };
}
