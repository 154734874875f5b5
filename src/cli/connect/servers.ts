import { isDeepStrictEqual } from "node:util";
import type { McpServerEntry } from "./format.ts";

/** The command that starts the stdio server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Variables that the server needs: plain values, and secrets, which clients refer to by name where they can. */
export interface Variables {
  readonly values: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** How a client reaches the server: it starts one, or it calls one that is running. */
export type Server =
  | { readonly transport: "stdio"; readonly launch: Launch; readonly variables: Variables }
  | { readonly transport: "http"; readonly url: string; readonly token: string | undefined };

const transportKeys = ["type", "command", "args", "url", "httpUrl", "serverUrl"];
const carriedKeys = ["env", "env_vars", "headers", "bearer_token_env_var"];

/** True when an existing entry does what the wanted one would; the user's own additions do not count. */
export function isSameEntry(existing: unknown, wanted: McpServerEntry): boolean {
  if (!isRecord(existing)) return false;
  const transport = "command" in wanted ? "stdio" : "http";
  if (!carriedKeys.every((key) => wanted[key] === undefined || holds(existing[key], wanted[key])))
    return false;
  // Gemini CLI reads both spellings and writes the second one itself.
  if ("httpUrl" in wanted && existing.type === "http" && existing.url === wanted.httpUrl) return true;
  return transportKeys.every((key) => {
    const value = existing[key];
    if (key === "type" && (value === undefined ? transport === "stdio" : value === transport)) return true;
    return isDeepStrictEqual(value, wanted[key]);
  });
}

/** True when an entry starts Clew or calls it at `url`, however it is written. */
export function isClewEntry(existing: unknown, url: string): boolean {
  if (!isRecord(existing)) return false;
  if (existing.url === url || existing.httpUrl === url) return true;
  const words = [existing.command, existing.args].flat().filter((word) => typeof word === "string");
  return (
    words.includes("mcp") && words.some((word) => /(^|[\\/])clew(@[^\\/]*)?(\.(js|cmd|exe))?$/i.test(word))
  );
}

/** Whether a value has everything of another; lists and texts must be the same. */
function holds(value: unknown, wanted: McpServerEntry[string]): boolean {
  if (!isRecord(wanted) || !isRecord(value)) return isDeepStrictEqual(value, wanted);
  return Object.entries(wanted).every(([key, item]) => value[key] === item);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
