import { redactText } from "../ledger/index.ts";
import type { ServerEntries } from "../mcp/connect/index.ts";
import { isHandedIn, type LLMConfig, modelName } from "./config.ts";

/** A configuration as it is kept and shown: without keys, tools, and what else cannot or must not be written down. */
export type KeptConfig = Omit<LLMConfig, "api_key" | "model" | "tools"> & {
  readonly model: string;
  /** The model was handed in as an object. */
  readonly handedIn?: true;
  /** The names of the program's own tools. */
  readonly toolNames?: readonly string[];
};

/** What stands in place of a value that is not kept. */
const NOT_KEPT = "[not kept]";

/** Takes the secrets, and what may be one, out of a configuration. */
export function keptConfig({ api_key: _, model, tools, servers, ...rest }: LLMConfig): KeptConfig {
  return {
    ...rest,
    model: modelName(model),
    ...(isHandedIn(model) && { handedIn: true }),
    ...(tools && tools.length > 0 && { toolNames: tools.map(({ specification }) => specification.name) }),
    ...(rest.base_url !== undefined && { base_url: withoutSecrets(rest.base_url) }),
    ...(servers && { servers: mapValues(servers, keptEntry) }),
  };
}

/** Servers that can be started from what was kept, and the fields that the others lack. */
export function usableServers(servers: ServerEntries): {
  readonly usable: ServerEntries;
  readonly lacking: readonly string[];
} {
  const lacking = Object.entries(servers).flatMap(([name, entry]) => {
    const field = lackingIn(entry);
    return field === undefined ? [] : [{ name, field: `servers.${name}.${field}` }];
  });
  const names = new Set(lacking.map(({ name }) => name));
  const usable = Object.entries(servers).filter(([name]) => !names.has(name));
  return { usable: Object.fromEntries(usable), lacking: lacking.map(({ field }) => field) };
}

type Entry = ServerEntries[string];

function keptEntry({ env, headers, args, url, ...rest }: Entry): Entry {
  return {
    ...rest,
    ...(args && { args: args.map(withoutSecrets) }),
    ...(url !== undefined && { url: withoutSecrets(url) }),
    ...(env && { env: mapValues(env, keptValue) }),
    ...(headers && { headers: mapValues(headers, keptValue) }),
  };
}

/** A value that only names a variable says nothing. */
function keptValue(value: string | number | boolean): string {
  return /^\$\{[A-Za-z_]\w*\}$/.test(String(value)) ? String(value) : NOT_KEPT;
}

function withoutSecrets(text: string): string {
  return redactText(text) === text ? text : NOT_KEPT;
}

function lackingIn({ env = {}, headers = {}, args = [], url }: Entry): string | undefined {
  if (url === NOT_KEPT) return "url";
  if (args.includes(NOT_KEPT)) return "args";
  const lost = (values: object) => Object.entries(values).find(([, value]) => value === NOT_KEPT)?.[0];
  const [variable, header] = [lost(env), lost(headers)];
  if (variable !== undefined) return `env.${variable}`;
  if (header !== undefined) return `headers.${header}`;
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
